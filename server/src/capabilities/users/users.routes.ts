import { can } from '@prosa/contracts/permissions';
import { usersApi } from '@prosa/contracts/users';
import type { FastifyRequest } from 'fastify';
import { hashPasswordOf } from '../../platform/crypto-tokens.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { type Http, mount, mountHashing } from '../../platform/http/http.ts';
import { mountInSteps } from '../../platform/http/mount-in-steps.ts';
import { findPasswordClaim } from './credentials.ts';
import { createUser, removeUser, updateUser } from './users.actions.ts';
import { findUser, listAllUsers, listUsers } from './users.queries.ts';

/** What a change of a user causes elsewhere is done by its owner, which this capability does not know. */
type OfUser = (scope: Scope, userId: number) => Promise<void>;
export type UserEffects = {
  /** What a leaving user served is given back. */
  release: OfUser;
  /** A new password ends every other session of its owner. */
  endSessions: OfUser;
  /** Checks a user's current password as a login does, and returns the hash it matches. */
  confirmPassword(request: FastifyRequest, email: string, password: string): Promise<string>;
};

export function usersRoutes(http: Http, { release, endSessions, confirmPassword }: UserEffects): void {
  mount(http, usersApi.list, 'users:list', (scope, { query }) => listUsers(scope, query));
  mount(http, usersApi.everyone, 'users:list', (scope) => listAllUsers(scope));
  mount(http, usersApi.show, 'users:list', async (scope, { params }) => (await findUser(scope, params.id)) ?? refuse('ERR_NO_USER_FOUND'));
  mountHashing(http, usersApi.create, 'users:manage', (scope, { body }, { passwordHash }) => createUser(scope, body, passwordHash));
  mountUpdate(http, { endSessions, confirmPassword });
  mount(http, usersApi.remove, 'users:manage', async (scope, { params }) => {
    await removeUser(scope, params.id, (userId) => release(scope, userId));
    return { message: 'User deleted' };
  });
}

/** Passwords are checked and hashed between two scopes. Users with their first password may change it, and nothing else. */
function mountUpdate(http: Http, { endSessions, confirmPassword }: Pick<UserEffects, 'endSessions' | 'confirmPassword'>): void {
  mountInSteps(
    http,
    usersApi.update,
    'session',
    {
      read: (scope, { params, body }) => findPasswordClaim(scope, params.id, body),
      talk: async (claim, { caller: { companyId, userId }, input: { body }, request }) => {
        const confirmedHash = claim && (await confirmPassword(request, claim.email, claim.currentPassword));
        return { confirmedHash, passwordHash: await hashPasswordOf(body, { group: `company:${companyId}`, member: String(userId) }) };
      },
      write: (scope, { params, body }, hashes) =>
        updateUser(scope, params.id, body, {
          mayManage: can(scope.actor, 'users:manage'),
          ...hashes,
          endSessions: (userId) => endSessions(scope, userId),
        }),
    },
    { evenFirstPassword: ({ userId }, params) => String(Object(params).id) === String(userId) },
  );
}
