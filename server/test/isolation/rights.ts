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
  'contacts-page:deleteContact': admins,
  'contacts:separate': admins,
  'notes:use': everyone,
  'tags:use': everyone,
  'tags:edit': managers,
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
};

/** "Only admin (or super) creates, edits and deletes others". */
const ofSuper: readonly Policy[] = ['super', 'users:manage', 'user-modal:editProfile', 'user-modal:editQueues'];

export type Rank = { profile: Profile; super: boolean };

export function isAllowed({ profile, super: isSuper }: Rank, policy: RoutePolicy): boolean {
  if (policy === 'connection' || policy === 'signed') return false;
  if (policy === 'public' || policy === 'session') return true;
  if (isSuper && ofSuper.includes(policy)) return true;
  return policy !== 'super' && rights[policy].includes(profile);
}

/** What a caller shows: nothing, something worthless, a session that is over or lives, or a credential of another kind. */
export type Credential = 'none' | 'bad' | 'ended' | 'good' | 'billing' | 'connection' | 'signed';

/** Whether a call takes this credential at all, of whoever may hold it. */
export function takes({ policy, openTo }: Pick<Route, 'policy' | 'openTo'>, credential: Credential): boolean {
  if (policy === 'public') return true;
  if (policy === 'connection' || policy === 'signed') return credential === policy;
  return credential === 'good' || (credential === 'billing' && openTo === 'billing');
}
