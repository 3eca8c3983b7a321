import { authLive } from '@prosa/contracts/session';
import type { User, UserUpdate } from '@prosa/contracts/users';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { rooms } from '../../platform/live/rooms.ts';
import { findUser } from './users.queries.ts';
import { users } from './users.table.ts';

type Credentials = Pick<z.output<typeof UserUpdate>, 'email' | 'password'>;
type CredentialChange = 'email' | 'password';
/** A current password that must be checked outside the scope, and the address of its account. */
type PasswordClaim = { email: string; currentPassword: string };

const changesOf = (current: Pick<User, 'email'>, { email, password }: Credentials): CredentialChange[] => [
  ...(email !== undefined && email !== current.email.toLowerCase() ? (['email'] as const) : []),
  ...(password === undefined ? [] : (['password'] as const)),
];

/** Returns what must be checked before users may change their own e-mail or password; undefined when nothing must. */
export async function findPasswordClaim(
  scope: Scope,
  id: number,
  { currentPassword, ...input }: z.output<typeof UserUpdate>,
): Promise<PasswordClaim | undefined> {
  const current = id === scope.actor.userId ? await findUser(scope, id) : undefined;
  if (!current || changesOf(current, input).length === 0) return undefined;
  if (!currentPassword) refuse('ERR_VALIDATION', { details: [{ path: 'currentPassword', message: 'required' }] });
  // The first password is known to whoever read the console: it must not be chosen again.
  if (current.mustChangePassword && input.password === currentPassword)
    refuse('ERR_VALIDATION', { details: [{ path: 'password', message: 'samePassword' }] });
  return { email: current.email, currentPassword };
}

/**
 * Returns what of e-mail and password changes. A change of one's own locks the user's row and is refused unless the hash that was
 * checked is still the current one.
 */
export async function authorizeCredentialChanges(
  scope: Scope,
  current: Pick<User, 'id' | 'email'>,
  input: Credentials,
  confirmedHash: string | undefined,
): Promise<CredentialChange[]> {
  const changes = changesOf(current, input);
  if (changes.length === 0 || current.id !== scope.actor.userId) return changes;
  if ((await lockPasswordHash(scope, current.id)) !== confirmedHash) refuse('ERR_WRONG_PASSWORD');
  return changes;
}

/**
 * Locks the user's row `for update` and returns the current hash. Logins hold the lock until their session is stored: a change of the
 * password waits for them and ends their session too.
 */
export async function lockPasswordHash({ tx }: Scope, id: number): Promise<string | undefined> {
  const [stored] = await tx.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, id)).for('update');
  return stored?.passwordHash;
}

/** Stores another hash of the same password: no session ends. The caller holds the lock. */
export async function renewPasswordHash({ tx }: Scope, id: number, passwordHash: string): Promise<void> {
  await tx.update(users).set({ passwordHash }).where(eq(users.id, id));
}

/** Tells users that their account was changed, by their old address. Mail is to be added here. */
export function notifyAccountChange(scope: Scope, { id, email }: Pick<User, 'id' | 'email'>, changes: CredentialChange[]): void {
  if (changes.length === 0) return;
  const notice = { action: 'securityNotice' as const, user: { id, email, companyId: scope.companyId }, changes };
  scope.emit(authLive, notice, { rooms: [rooms.user(id)] });
}
