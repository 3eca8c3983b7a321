import { can, permissions } from '@prosa/contracts/permissions';
import type { Actor, Audience } from '../database/scope.ts';

/** Rooms any product has: everybody of the company, one person, one session, holders of a permission. */
export const rooms = {
  company: 'company',
  user: (id: number) => `user:${id}`,
  session: (id: string) => `session:${id}`,
  can: (permission: string) => `can:${permission}`,
  /** The platform's own people, of whichever company. */
  super: 'super',
  /** Who pays for a company without a session. */
  payer: 'payer',
};

export const everybody: Audience = { rooms: [rooms.company] };
/** What the company's people hear and who only pays for it too. */
export const everybodyAndPayers: Audience = { rooms: [rooms.company, rooms.payer] };

export const commonRooms = (actor: Actor): string[] => [
  rooms.company,
  ...(actor.userId === undefined ? [] : [rooms.user(actor.userId)]),
  ...(actor.sessionId === undefined ? [] : [rooms.session(actor.sessionId)]),
  ...(actor.super ? [rooms.super] : []),
  ...permissions.filter((permission) => can(actor, permission)).map(rooms.can),
];
