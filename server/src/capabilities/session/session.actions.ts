import { randomUUID } from 'node:crypto';
import { authLive } from '@prosa/contracts/session';
import { and, eq, isNull, ne } from 'drizzle-orm';
import { hashPassword, isHashOutdated, randomToken, sha256, verifyPassword } from '../../platform/crypto-tokens.ts';
import { recordAudit } from '../../platform/database/audit.ts';
import { sql } from '../../platform/database/database.ts';
import { inScope, type Platform, type Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { rooms } from '../../platform/live/rooms.ts';
import { findCompany } from '../companies/companies.queries.ts';
import { dayIn, isOverdue } from '../companies/companies.rules.ts';
import { findSettings } from '../settings/settings.queries.ts';
import { lockPasswordHash, renewPasswordHash } from '../users/credentials.ts';
import { findUser } from '../users/users.queries.ts';
import { describeUser, type Login } from './session.queries.ts';
import { refreshTokenOf, secondsBetween, sessionExpiry } from './session.rules.ts';
import { sessionRefreshTokens, sessions } from './session.table.ts';
import { maxAddresses, maxDevices } from './sign-in.rules.ts';

type KnownSource = { device: string; address: string };
type LoginOutcome = Exclude<Awaited<ReturnType<typeof openSession>>, { currentHash: string }>;

/**
 * Checks the password before the due date, so that only users who can log in learn of it. Hashing takes long: when the stored hash
 * has changed meanwhile, the password is checked against the new one.
 */
export async function logIn(platform: Platform, login: Login | undefined, password: string, source: KnownSource): Promise<LoginOutcome> {
  const asker = { group: `address:${source.address}`, member: String(login?.id ?? '') };
  const isRight = await verifyPassword(login?.password_hash, password, asker);
  if (!login || !isRight) refuse('ERR_INVALID_CREDENTIALS');
  const renewedHash = isHashOutdated(login.password_hash) ? await hashPassword(password, asker) : undefined;
  const outcome = await inScope(platform, { companyId: login.company_id }, (scope) => openSession(scope, login, renewedHash, source));
  return 'currentHash' in outcome ? logIn(platform, { ...login, password_hash: outcome.currentHash }, password, source) : outcome;
}

async function openSession(scope: Scope, login: Login, renewedHash: string | undefined, source: KnownSource) {
  // Also serialises logins of one user: of two concurrent ones, the second ends the first.
  const currentHash = (await lockPasswordHash(scope, login.id)) ?? refuse('ERR_INVALID_CREDENTIALS');
  if (currentHash !== login.password_hash) return { currentHash };
  const overdue = await findOverdue(scope);
  if (overdue) return { overdue: { ...overdue, payer: await mayPay(scope, login.id) } };
  if (renewedHash) await renewPasswordHash(scope, login.id, renewedHash);
  const sessionId = randomUUID();
  const { now } = scope;
  const user = await describeUser(scope, login.id);
  const expiresAt = sessionExpiry(now, user.super, now);
  await scope.tx.insert(sessions).values({ id: sessionId, userId: login.id, createdAt: now, expiresAt });
  const refreshToken = await issueRefreshToken(scope, sessionId);
  await recordAudit({ ...scope, actor: { userId: user.id, email: user.email } }, { action: 'session.login', object: `user ${user.id}` });
  await endOtherSessions(scope, login.id, sessionId, user.email);
  await rememberSource(scope, login.id, source);
  const claims = { sessionId, userId: login.id, companyId: login.company_id };
  return { user, refreshToken, expiresInSeconds: secondsBetween(now, expiresAt), claims };
}

/** Remembers device and address of a successful login, as keyed hashes. */
async function rememberSource({ tx, now, platform }: Scope, userId: number, { device, address }: KnownSource): Promise<void> {
  const { hash } = platform.secrets;
  await tx.execute(sql`
    insert into known_sources (user_id, kind, hash, seen_at)
    values (${userId}, 'device', ${hash(device)}, ${now}), (${userId}, 'address', ${hash(address)}, ${now})
    on conflict (company_id, user_id, kind, hash) do update set seen_at = excluded.seen_at`);
  await tx.execute(sql`
    delete from known_sources old
    using (
      select kind, hash, row_number() over (partition by kind order by seen_at desc, hash) as place
      from known_sources
      where user_id = ${userId}) ranked
    where old.user_id = ${userId}
      and old.kind = ranked.kind
      and old.hash = ranked.hash
      and ranked.place > case ranked.kind when 'device' then ${maxDevices}::int else ${maxAddresses}::int end`);
}

/** A login elsewhere ends the person's older sessions, then tells their browsers. */
async function endOtherSessions(scope: Scope, userId: number, sessionId: string, email: string): Promise<void> {
  const ended = await scope.tx
    .update(sessions)
    .set({ revokedAt: scope.now })
    .where(and(eq(sessions.userId, userId), ne(sessions.id, sessionId), isNull(sessions.revokedAt)))
    .returning({ id: sessions.id });
  if (ended.length === 0) return;
  scope.emit(
    authLive,
    { action: 'update', user: { id: userId, email, companyId: scope.companyId } },
    { rooms: ended.map(({ id }) => rooms.session(id)) },
  );
  scope.wake('rights');
}

/** A new password ends every other session of its owner. */
export async function endSessionsBeside(scope: Scope, userId: number): Promise<void> {
  await scope.tx.execute(sql`
    update sessions set revoked_at = ${scope.now}
    where user_id = ${userId} and revoked_at is null and id is distinct from ${scope.actor.sessionId ?? null}::uuid`);
}

/** All sessions of a company that is being deleted; their sockets are closed. */
export async function endEverySession(scope: Scope): Promise<void> {
  await scope.tx.update(sessions).set({ revokedAt: scope.now }).where(isNull(sessions.revokedAt));
  scope.wake('rights');
}

/** Issues a refresh token for a session; only its hash is stored. */
export async function issueRefreshToken(scope: Scope, sessionId: string, predecessor?: string): Promise<string> {
  const token = refreshTokenOf(sessionId, randomToken());
  await scope.tx.insert(sessionRefreshTokens).values({ hash: sha256(token), sessionId, predecessor, issuedAt: scope.now });
  return token;
}

export async function endSession(scope: Scope, sessionId: string): Promise<void> {
  await scope.tx.update(sessions).set({ revokedAt: scope.now }).where(eq(sessions.id, sessionId));
  scope.wake('rights');
}

/** Whether the company may not work, and since which day. */
async function findOverdue(scope: Scope): Promise<{ dueDate: string | null } | undefined> {
  const company = (await findCompany(scope)) ?? refuse('ERR_SESSION_EXPIRED');
  const { timezone = 'America/Sao_Paulo' } = await findSettings(scope, 'timezone');
  return isOverdue(company, dayIn(timezone, scope.now)) ? { dueDate: company.dueDate } : undefined;
}

/** The admin of an overdue company may pay for it without a session. */
async function mayPay(scope: Scope, userId: number) {
  const { profile } = (await findUser(scope, userId)) ?? refuse('ERR_SESSION_EXPIRED');
  return profile === 'admin' ? { userId, companyId: scope.companyId } : undefined;
}
