import type { HeardBy, LiveFamily, LiveMessage } from '@prosa/contracts/kit';
import type { z } from 'zod';
import type { Audience, Scope } from '../database/scope.ts';
import { everybody, rooms } from './rooms.ts';

/**
 * Tell of one of many things by the name that is its own (`chat-5`), to whom its contract says. `members` are the users where it
 * says so.
 */
export function tell<N extends string, M extends LiveMessage>(
  scope: Scope,
  family: LiveFamily<N, M>,
  parameters: Parameters<LiveFamily<N, M>['at']>[0],
  message: z.input<M>,
  members: number[] = [],
): void {
  scope.emit(family.at(parameters), message, audienceOf(family.heardBy, parameters, members));
}

function audienceOf(heardBy: HeardBy, parameters: Record<string, number>, members: number[]): Audience {
  if (heardBy === 'everybody') return everybody;
  if (heardBy === 'members') return { rooms: members.map(rooms.user) };
  if ('permission' in heardBy) return { rooms: [rooms.can(heardBy.permission)] };
  const userId = parameters[heardBy.user];
  return { rooms: userId === undefined ? [] : [rooms.user(userId)] };
}
