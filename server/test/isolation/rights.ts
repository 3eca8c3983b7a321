import type { Permission, Policy, Profile, RoutePolicy } from '@prosa/contracts/permissions';
import type { Route } from '../../src/platform/http/http.ts';

const everyone: readonly Profile[] = ['user', 'supervisor', 'admin'];
const managers: readonly Profile[] = ['supervisor', 'admin'];
const admins: readonly Profile[] = ['admin'];

/** Who may do what, said a second time on purpose: a slip in the product's own table must not change what is expected of it. */
export const rights: Record<Permission, readonly Profile[]> = {
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
};

/** "Only admin (or super) creates, edits and deletes others"; and "`super` counts whatever the profile". */
const ofSuper: readonly Policy[] = ['super', 'users:manage', 'user-modal:editProfile', 'user-modal:editQueues', 'company:manage'];

export type Rank = { profile: Profile; super: boolean };

export function isAllowed({ profile, super: isSuper }: Rank, policy: RoutePolicy): boolean {
  if (policy === 'connection' || policy === 'signed') return false;
  if (policy === 'public' || policy === 'session') return true;
  if (isSuper && ofSuper.includes(policy)) return true;
  return policy !== 'super' && rights[policy].includes(profile);
}

/** What a caller shows: nothing, something worthless, a session that is over or lives, or a credential of another kind. */
export type Credential = 'none' | 'bad' | 'ended' | 'good' | 'billing' | 'connection' | 'signed' | 'hook';

/** Signed with a secret of the connection that is named in the address, and with nothing else. */
const ofOneConnection = ['/hooks/cloud/:whatsappId'];

/** Whether a call takes this credential at all, of whoever may hold it. */
export function takes({ policy, openTo, endpoint }: Route, credential: Credential): boolean {
  if (policy === 'public') return true;
  if (policy === 'signed') return credential === (ofOneConnection.includes(endpoint.path) ? 'hook' : 'signed');
  if (policy === 'connection') return credential === policy;
  return credential === 'good' || (credential === 'billing' && openTo === 'billing');
}
