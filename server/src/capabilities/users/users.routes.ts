import { can } from '@prosa/contracts/permissions';
import { usersApi } from '@prosa/contracts/users';
import type { Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { type Http, mount, mountHashing } from '../../platform/http/http.ts';
import { createUser, removeUser, updateUser } from './users.actions.ts';
import { findUser, listEveryone, listUsers } from './users.queries.ts';

/** What a leaving user served is given back by its owner, which this capability does not know. */
type Release = (scope: Scope, userId: number) => Promise<void>;

export function usersRoutes(http: Http, release: Release): void {
  mount(http, usersApi.list, 'users:list', (scope, { query }) => listUsers(scope, query));
  mount(http, usersApi.everyone, 'users:list', (scope) => listEveryone(scope));
  mount(http, usersApi.show, 'users:list', async (scope, { params }) => (await findUser(scope, params.id)) ?? refuse('ERR_NO_USER_FOUND'));
  mountHashing(http, usersApi.create, 'users:manage', (scope, { body }, { passwordHash }) => createUser(scope, body, passwordHash));
  mountHashing(http, usersApi.update, 'session', (scope, { params, body }, { passwordHash }) =>
    updateUser(scope, params.id, body, { mayManage: can(scope.actor, 'users:manage'), passwordHash }),
  );
  mount(http, usersApi.remove, 'users:manage', async (scope, { params }) => {
    await removeUser(scope, params.id, (userId) => release(scope, userId));
    return { message: 'User deleted' };
  });
}
