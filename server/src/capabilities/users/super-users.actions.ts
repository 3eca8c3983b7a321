import type { User } from '@prosa/contracts/users';
import { and, count, eq, ne } from 'drizzle-orm';
import type { Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { planLimit } from '../companies/companies.queries.ts';
import { isPlatformCompany } from '../settings/settings.queries.ts';
import { users } from './users.table.ts';

/** Refuses with 403 unless the actor may change this user: super users are changed and deleted by super users only. */
export function assertMayChange({ actor }: Scope, user: Pick<User, 'super'>): void {
  if (user.super && !actor.super) refuse('ERR_NO_PERMISSION');
}

/** The flag is granted and revoked by super users, within the platform's company. Asking for what is the case already is fine. */
export async function assertMaySetSuper(scope: Scope, user: Pick<User, 'id' | 'super'> | undefined, isSuper: boolean | undefined) {
  const current = user?.super ?? false;
  if (isSuper === undefined || isSuper === current) return;
  if (!scope.actor.super || !(await isPlatformCompany(scope))) refuse('ERR_NO_PERMISSION');
  if (user && current) await assertSuperRemains(scope, user.id);
}

/** Locks the company's row first, so that two super users cannot remove each other at once. */
export async function assertSuperRemains(scope: Scope, leaving: number): Promise<void> {
  await planLimit(scope, 'users');
  const [row] = await scope.tx
    .select({ count: count() })
    .from(users)
    .where(and(eq(users.super, true), ne(users.id, leaving)));
  if (!row?.count) refuse('ERR_LAST_SUPER');
}
