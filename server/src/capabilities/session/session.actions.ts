import { randomUUID } from 'node:crypto';
import { authLive } from '@prosa/contracts/session';
import { and, eq, isNull, ne } from 'drizzle-orm';
import { randomToken, sha256, verifyPassword } from '../../platform/crypto-tokens.ts';
import { sql } from '../../platform/database.ts';
import { refuse } from '../../platform/errors.ts';
import { rooms } from '../../platform/rooms.ts';
import { inScope, type Platform, type Scope } from '../../platform/scope.ts';
import { findCompany } from '../companies/companies.queries.ts';
import { dayIn, isOverdue } from '../companies/companies.rules.ts';
import { findSettings } from '../settings/settings.queries.ts';
import { describeUser, findLogin, findSessionByRefresh } from './session.queries.ts';
import { judgeRefresh, refreshDays, refreshTokenOf } from './session.rules.ts';
import { sessions } from './session.table.ts';

const dayMilliseconds = 86_400_000;

/** Password first, due date after: nobody learns of a due date who could not log in. */
export async function logIn(platform: Platform, { email, password }: { email: string; password: string }, address: string) {
  const login = await findLogin(platform, email, address);
  const right = await verifyPassword(login?.password_hash, password, { group: `address:${address}`, member: email });
  if (!login || !right) refuse('ERR_INVALID_CREDENTIALS');
  return inScope(platform, { companyId: login.company_id }, async (scope) => {
    await refuseOverdue(scope);
    // Logins of one person take turns: of two at the same moment, the second ends the first.
    await scope.tx.execute(sql`select from users where id = ${login.id} for update`);
    const sessionId = randomUUID();
    const refreshToken = refreshTokenOf(sessionId, randomToken());
    const { now } = scope;
    await scope.tx.insert(sessions).values({
      id: sessionId,
      userId: login.id,
      refreshHash: sha256(refreshToken),
      rotatedAt: now,
      createdAt: now,
      expiresAt: inDays(now, refreshDays),
    });
    const user = await describeUser(scope, login.id);
    await endOtherSessions(scope, login.id, sessionId, user.email);
    return { user, refreshToken, claims: { sessionId, userId: login.id, companyId: login.company_id } };
  });
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

/**
 * Exchange a refresh token for the next one. One that was used before means a thief or a thief's victim: the session ends.
 * `handedOver`: what it was exchanged for had left before this request came, so it is no second tab's.
 * `admit` may refuse, and does so before the exchange: a token that was exchanged and never sent would cost the session.
 */
export async function refresh(
  platform: Platform,
  { token, handedOver }: { token: string; handedOver: boolean },
  admit: (sessionId: string) => Promise<void>,
) {
  const hash = sha256(token);
  const found = (await findSessionByRefresh(platform, token)) ?? refuse('ERR_SESSION_EXPIRED');
  const renewed = await inScope(platform, { companyId: found.company_id }, async (scope) => {
    const [session] = await scope.tx.select().from(sessions).where(eq(sessions.id, found.id)).for('update');
    const verdict = session ? judgeRefresh(session, hash, scope.now, handedOver) : 'ended';
    if (!session || verdict === 'ended') return undefined;
    if (verdict === 'reused') {
      await endSession(scope, session.id);
      return undefined;
    }
    await refuseOverdue(scope);
    await admit(session.id);
    const nextToken = verdict === 'current' ? refreshTokenOf(session.id, randomToken()) : undefined;
    if (nextToken) {
      const rotated = {
        refreshHash: sha256(nextToken),
        previousHash: hash,
        rotatedAt: scope.now,
        expiresAt: inDays(scope.now, refreshDays),
      };
      await scope.tx.update(sessions).set(rotated).where(eq(sessions.id, session.id));
    }
    const claims = { sessionId: session.id, userId: session.userId, companyId: scope.companyId };
    return { user: await describeUser(scope, session.userId), refreshToken: nextToken, claims };
  });
  return renewed ?? refuse('ERR_SESSION_EXPIRED');
}

export async function endSession(scope: Scope, sessionId: string): Promise<void> {
  await scope.tx.update(sessions).set({ revokedAt: scope.now }).where(eq(sessions.id, sessionId));
  scope.wake('rights');
}

async function refuseOverdue(scope: Scope): Promise<void> {
  const company = (await findCompany(scope)) ?? refuse('ERR_SESSION_EXPIRED');
  const { timezone = 'America/Sao_Paulo' } = await findSettings(scope, 'timezone');
  if (isOverdue(company, dayIn(timezone, scope.now))) refuse('ERR_SUBSCRIPTION_EXPIRED', { dueDate: company.dueDate });
}

const inDays = (from: Date, days: number) => new Date(from.getTime() + days * dayMilliseconds);
