import type { PageQuery } from '@prosa/contracts/kit';
import { and, count, desc, eq, or, type SQL } from 'drizzle-orm';
import { sql } from '../../platform/database/database.ts';
import { containsText, PAGE_SIZE, pageOf } from '../../platform/database/paging.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { users } from './users.table.ts';

const queuesOfUser = sql<Array<{ id: number; name: string; color: string }>>`coalesce((
  select jsonb_agg(jsonb_build_object('id', q.id, 'name', q.name, 'color', q.color) order by q.name)
  from user_queues uq join queues q on q.company_id = uq.company_id and q.id = uq.queue_id
  where uq.company_id = users.company_id and uq.user_id = users.id), '[]')`;

const userColumns = {
  id: users.id,
  name: users.name,
  email: users.email,
  profile: users.profile,
  super: users.super,
  allTicket: users.allTicket,
  companyId: users.companyId,
  mustChangePassword: users.mustChangePassword,
  online: sql<boolean>`is_online(${users.id})`,
  queues: queuesOfUser,
};

const selectUsers = (scope: Scope, where?: SQL) =>
  scope.tx.select(userColumns).from(users).where(where).orderBy(desc(users.createdAt), desc(users.id)).$dynamic();

export async function listUsers(scope: Scope, { searchParam, pageNumber }: PageQuery) {
  const matching = searchParam === '' ? undefined : or(containsText(users.name, searchParam), containsText(users.email, searchParam));
  const rows = await selectUsers(scope, matching)
    .limit(PAGE_SIZE + 1)
    .offset((pageNumber - 1) * PAGE_SIZE);
  const [total] = await scope.tx.select({ count: count() }).from(users).where(matching);
  const { items, hasMore } = pageOf(rows);
  return { users: items, count: total?.count ?? 0, hasMore };
}

export async function listAllUsers(scope: Scope) {
  return selectUsers(scope);
}

export async function findUser(scope: Scope, id: number) {
  const [user] = await selectUsers(scope, eq(users.id, id));
  return user;
}

export async function countAdmins(scope: Scope, except: number) {
  const [row] = await scope.tx
    .select({ count: count() })
    .from(users)
    .where(and(eq(users.profile, 'admin'), sql`${users.id} <> ${except}`));
  return row?.count ?? 0;
}

export async function countUsers(scope: Scope) {
  const [row] = await scope.tx.select({ count: count() }).from(users);
  return row?.count ?? 0;
}
