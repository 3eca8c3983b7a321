import { type User, type UserInput, type UserUpdate, userLive } from '@prosa/contracts/users';
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { sql, type Transaction, violatedConstraint } from '../../platform/database/database.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { everybody } from '../../platform/live/rooms.ts';
import type { AddAdmin } from '../companies/companies.actions.ts';
import { describeCompany, planLimit } from '../companies/companies.queries.ts';
import { assertQueuesExist } from '../queues/queues.queries.ts';
import { findSettings } from '../settings/settings.queries.ts';
import { authorizeCredentialChanges, notifyAccountChange } from './credentials.ts';
import { assertMayChange, assertMaySetSuper, assertSuperRemains } from './super-users.actions.ts';
import { auditUser } from './user-audit.actions.ts';
import { countAdmins, countUsers, findUser } from './users.queries.ts';
import { userQueues, users } from './users.table.ts';

/** The first admin of a company; notified of pending tickets by default. */
export const addAdmin: AddAdmin = async (tx: Transaction, admin) => {
  await tx.execute(sql`
    insert into users (company_id, name, email, password_hash, profile, super, all_ticket, must_change_password)
    values (${admin.companyId}, ${admin.name}, ${admin.email}, ${admin.passwordHash}, 'admin', ${admin.super},
      'enable', ${admin.mustChangePassword ?? false})`);
};

export async function createUser(scope: Scope, input: z.output<typeof UserInput>, given: string | undefined) {
  const passwordHash = given ?? refuse('ERR_VALIDATION');
  const { userCreation } = await findSettings(scope, 'userCreation');
  if (userCreation === 'disabled') refuse('ERR_USER_CREATION_DISABLED');
  const limit = await planLimit(scope, 'users');
  if ((await countUsers(scope)) >= limit) refuse('ERR_PLAN_LIMIT', { limit });
  const { queueIds, name, email, profile, allTicket, super: isSuper } = input;
  await assertMaySetSuper(scope, undefined, isSuper);
  const [row] = await scope.tx
    .insert(users)
    .values({ name, email, profile, allTicket, super: isSuper, passwordHash })
    .returning({ id: users.id })
    .catch(refuseDuplicateEmail);
  if (!row) throw new Error('no user was created');
  await setQueues(scope, row.id, queueIds);
  const created = await announce(scope, 'create', row.id);
  await auditUser(scope, undefined, created);
  return created;
}

/** Users may edit themselves; rights, queues and other users need the permission to manage users. */
export async function updateUser(
  scope: Scope,
  id: number,
  { queueIds, password, currentPassword: _checked, companyId: _ignored, ...fields }: z.output<typeof UserUpdate>,
  {
    mayManage,
    passwordHash,
    confirmedHash,
    endSessions,
  }: {
    mayManage: boolean;
    passwordHash: string | undefined;
    /** The hash that the given current password matches. */
    confirmedHash: string | undefined;
    endSessions: (id: number) => Promise<void>;
  },
) {
  const current = (await lockUser(scope, id)) ?? refuse('ERR_NO_USER_FOUND');
  if (!mayManage && id !== scope.actor.userId) refuse('ERR_NO_PERMISSION');
  assertMayChange(scope, current);
  const allowed = mayManage ? fields : { name: fields.name, email: fields.email };
  if (current.profile === 'admin' && allowed.profile && allowed.profile !== 'admin') await assertAdminRemains(scope, id);
  await assertMaySetSuper(scope, current, mayManage ? fields.super : undefined);
  const credentialChanges = await authorizeCredentialChanges(scope, current, { email: fields.email, password }, confirmedHash);
  const changes = {
    ...allowed,
    ...(password && { passwordHash: passwordHash ?? refuse('ERR_VALIDATION') }),
    ...(password && id === scope.actor.userId && { mustChangePassword: false }),
    updatedAt: scope.now,
  };
  await scope.tx.update(users).set(changes).where(eq(users.id, id)).catch(refuseDuplicateEmail);
  if (mayManage && queueIds) await setQueues(scope, id, queueIds);
  if (password) await endSessions(id);
  notifyAccountChange(scope, current, credentialChanges);
  scope.wake('rights');
  const updated = await announce(scope, 'update', id);
  await auditUser(scope, current, updated, password !== undefined);
  return updated;
}

export async function removeUser(scope: Scope, id: number, release: (userId: number) => Promise<void>) {
  const user = (await lockUser(scope, id)) ?? refuse('ERR_NO_USER_FOUND');
  assertMayChange(scope, user);
  if (user.profile === 'admin') await assertAdminRemains(scope, id);
  if (user.super) await assertSuperRemains(scope, id);
  await release(id);
  await scope.tx.delete(users).where(eq(users.id, id));
  await auditUser(scope, user, undefined);
  scope.wake('rights');
  scope.emit(userLive, { action: 'delete', userId: id }, everybody);
}

/** Nobody of a company that is being deleted has any right left, and their e-mail addresses can be used again at once. */
export async function retireUsers({ tx, now }: Scope): Promise<void> {
  await tx.update(users).set({ email: sql`'user-' || ${users.id} || '@deleted.invalid'`, profile: 'user', super: false, updatedAt: now });
}

/** Of a change and a grant of the super flag at once, the second one sees what the first one did. */
async function lockUser(scope: Scope, id: number) {
  await scope.tx.execute(sql`select from users where id = ${id} for update`);
  return findUser(scope, id);
}

/** The company's row is locked first, so that two admins can not remove each other at once. */
async function assertAdminRemains(scope: Scope, leaving: number) {
  await planLimit(scope, 'users');
  if ((await countAdmins(scope, leaving)) === 0) refuse('ERR_LAST_ADMIN');
}

async function setQueues(scope: Scope, userId: number, queueIds: number[]) {
  await assertQueuesExist(scope, queueIds);
  await scope.tx.delete(userQueues).where(and(eq(userQueues.userId, userId)));
  if (queueIds.length > 0) await scope.tx.insert(userQueues).values([...new Set(queueIds)].map((queueId) => ({ userId, queueId })));
}

function refuseDuplicateEmail(error: unknown): never {
  if (violatedConstraint(error) === 'users_email') refuse('ERR_EMAIL_ALREADY_EXISTS');
  throw error;
}

async function announce(scope: Scope, action: 'create' | 'update', id: number) {
  const user = (await findUser(scope, id)) ?? refuse('ERR_NO_USER_FOUND');
  await emitUser(scope, action, user);
  return user;
}

async function emitUser(scope: Scope, action: 'create' | 'update', user: User): Promise<void> {
  scope.emit(userLive, { action, user: { ...user, company: await describeCompany(scope) } }, everybody);
}

/** Announces a change of online state; removed users are announced elsewhere. */
export async function announceUser(scope: Scope, id: number): Promise<void> {
  const user = await findUser(scope, id);
  if (user) await emitUser(scope, 'update', user);
}
