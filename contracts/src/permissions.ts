export const profiles = ['user', 'supervisor', 'admin'] as const;
export type Profile = (typeof profiles)[number];

const everyone = profiles;
const managers = ['supervisor', 'admin'] as const;
const admins = ['admin'] as const;

/**
 * Who may do what, by profile. The server refuses by this table on every call and event; the browser hides by it.
 * Names with a page in front are the specification's.
 */
export const grants = {
  'dashboard:view': managers,
  'drawer-admin-items:view': admins,
  'tickets-manager:showall': managers,
  'tickets:handle': everyone,
  'tickets:spy': managers,
  'ticket-options:deleteTicket': admins,
  'contacts:use': everyone,
  'contacts:import': everyone,
  'contacts-page:export': managers,
  'contacts-page:deleteContact': admins,
  'contacts:separate': admins,
  'notes:use': everyone,
  'schedules:use': everyone,
  'contact-lists:manage': admins,
  'campaigns:manage': admins,
  'tags:use': everyone,
  'tags:edit': managers,
  'quick-messages:use': everyone,
  'quick-messages:share': admins,
  'saved-filters:share': managers,
  'users:list': everyone,
  'users:manage': admins,
  'user-modal:editProfile': admins,
  'user-modal:editQueues': admins,
  'queues:list': everyone,
  'queues:manage': admins,
  'connections:list': everyone,
  'connections-page:addConnection': admins,
  'connections-page:actionButtons': admins,
  'connections-page:editOrDeleteConnection': admins,
  'simulator:drive': admins,
  'settings:read': everyone,
  'settings:manage': admins,
  'company:manage': admins,
  'webhooks:manage': admins,
  'invoices:pay': admins,
} as const satisfies Record<string, readonly Profile[]>;

export type Permission = keyof typeof grants;
export const permissions = Object.keys(grants) as Permission[];

/** Permissions that the super flag adds to any profile: managing users of the own company, and companies. */
const superGrants: readonly Permission[] = ['users:manage', 'user-modal:editProfile', 'user-modal:editQueues', 'company:manage'];

export function can(who: { profile: Profile; super?: boolean }, permission: Permission): boolean {
  return (grants[permission] as readonly Profile[]).includes(who.profile) || (who.super === true && superGrants.includes(permission));
}

/**
 * What a route asks of its caller: nothing (`public`), a live session (`session`), the platform's super flag (`super`),
 * or a permission of the table above.
 */
export type Policy = 'public' | 'session' | 'super' | Permission;

/**
 * Callers that are no person with a session: the holder of a connection's token, and who signs what it sends (a webhook). What a
 * person's session opens is closed to them, and what is theirs is closed to sessions.
 */
export type RoutePolicy = Policy | 'connection' | 'signed';

export function satisfies(who: { profile: Profile; super: boolean } | undefined, policy: Policy): boolean {
  if (policy === 'public') return true;
  if (!who) return false;
  if (policy === 'session') return true;
  return policy === 'super' ? who.super : can(who, policy);
}
