import { can } from '@prosa/contracts/permissions';
import { usersApi } from '@prosa/contracts/users';
import type { Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { type Http, mount, mountHashing } from '../../platform/http/http.ts';
import { createUser, removeUser, updateUser } from './users.actions.ts';
import { findUser, listAllUsers, listUsers } from './users.queries.ts';

/** What a change of a user causes elsewhere is done by its owner, which this capability does not know. */
type OfUser = (scope: Scope, userId: number) => Promise<void>;
export type UserEffects = {
  /** What a leaving user served is given back. */
  release: OfUser;
  /** A new password ends every other session of its owner. */
  endSessions: OfUser;
};

export function usersRoutes(http: Http, { release, endSessions }: UserEffects): void {
  mount(http, usersApi.list, 'users:list', (scope, { query }) => listUsers(scope, query));
  mount(http, usersApi.everyone, 'users:list', (scope) => listAllUsers(scope));
  mount(http, usersApi.show, 'users:list', async (scope, { params }) => (await findUser(scope, params.id)) ?? refuse('ERR_NO_USER_FOUND'));
  mountHashing(http, usersApi.create, 'users:manage', (scope, { body }, { passwordHash }) => createUser(scope, body, passwordHash));
  mountHashing(http, usersApi.update, 'session', (scope, { params, body }, { passwordHash }) =>
    updateUser(scope, params.id, body, {
      mayManage: can(scope.actor, 'users:manage'),
      passwordHash,
      endSessions: (userId) => endSessions(scope, userId),
    }),
  );
  mount(http, usersApi.remove, 'users:manage', async (scope, { params }) => {
    await removeUser(scope, params.id, (userId) => release(scope, userId));
    return { message: 'User deleted' };
  });
}
