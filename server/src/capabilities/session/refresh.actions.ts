import { eq } from 'drizzle-orm';
import { sha256 } from '../../platform/crypto-tokens.ts';
import { inScope, type Platform } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { endSession, issueRefreshToken } from './session.actions.ts';
import { describeUser, findPresentedToken, findSessionByRefresh } from './session.queries.ts';
import { judgeRefresh, secondsBetween, sessionExpiry } from './session.rules.ts';
import { sessionRefreshTokens, sessions } from './session.table.ts';

/**
 * Exchange a refresh token for a successor. One that was exchanged before gets another one as long as its answer may have got
 * lost; after that it means a thief or a thief's victim, and the session ends.
 * `admit` may refuse, and does so before the exchange. An overdue company's sessions stay: they are led to the payment.
 * Beyond the absolute lifetime of the session everything is rolled back.
 */
export async function refresh(platform: Platform, token: string, admit: (sessionId: string) => Promise<void>) {
  const hash = sha256(token);
  const found = (await findSessionByRefresh(platform, token)) ?? refuse('ERR_SESSION_EXPIRED');
  await admit(found.id);
  const renewed = await inScope(platform, { companyId: found.company_id }, async (scope) => {
    // Serialises refreshes of one session across nodes.
    const [session] = await scope.tx.select().from(sessions).where(eq(sessions.id, found.id)).for('update');
    const verdict = session ? judgeRefresh(session, await findPresentedToken(scope, session.id, hash), scope.now) : 'ended';
    if (!session || verdict === 'ended') return undefined;
    if (verdict === 'reused') {
      await endSession(scope, session.id);
      return undefined;
    }
    if (verdict === 'first')
      await scope.tx.update(sessionRefreshTokens).set({ usedAt: scope.now }).where(eq(sessionRefreshTokens.hash, hash));
    const refreshToken = await issueRefreshToken(scope, session.id, hash);
    const user = await describeUser(scope, session.userId);
    const expiresAt = sessionExpiry(session.createdAt, user.super, scope.now);
    if (expiresAt <= scope.now) refuse('ERR_SESSION_EXPIRED');
    await scope.tx.update(sessions).set({ expiresAt }).where(eq(sessions.id, session.id));
    const claims = { sessionId: session.id, userId: session.userId, companyId: scope.companyId };
    return { user, refreshToken, expiresInSeconds: secondsBetween(scope.now, expiresAt), claims };
  });
  return renewed ?? refuse('ERR_SESSION_EXPIRED');
}

/** Ends the session of a refresh token that was issued for it; any other token is ignored. */
export async function endSessionOfToken(platform: Platform, token: string): Promise<void> {
  const found = await findSessionByRefresh(platform, token);
  if (!found) return;
  await inScope(platform, { companyId: found.company_id }, async (scope) => {
    if (await findPresentedToken(scope, found.id, sha256(token))) await endSession(scope, found.id);
  });
}
