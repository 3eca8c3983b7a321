import { sessionApi } from '@prosa/contracts/session';
import type { FastifyReply } from 'fastify';
import { sha256 } from '../../platform/crypto-tokens.ts';
import { Refusal, refuse } from '../../platform/errors.ts';
import { type Http, limit, mount, mountPublic, whoCalls } from '../../platform/http.ts';
import { rateLimits } from '../../platform/limits.ts';
import { inScope } from '../../platform/scope.ts';
import { noteLogins } from './login-notes.ts';
import { endSession, logIn, refresh } from './session.actions.ts';
import { describeUser } from './session.queries.ts';
import { graceSeconds, refreshDays } from './session.rules.ts';

const cookieName = 'jrt';

export function sessionRoutes(http: Http): void {
  noteLogins(http);
  const cookie = { path: '/auth', httpOnly: true, sameSite: 'strict' as const, secure: http.config.secureCookies };
  const setCookie = (reply: FastifyReply, token: string | undefined) =>
    token && reply.setCookie(cookieName, token, { ...cookie, maxAge: refreshDays * 86_400 });

  const exchanged = lately(graceSeconds * 1000);

  mountPublic(http, sessionApi.login, async ({ body }, { request, reply }) => {
    await countGuess(http, body.email, request.ip);
    try {
      const { user, claims, refreshToken } = await logIn(http.platform, body);
      await http.limiter.clear('failedLoginOfAccount', body.email);
      setCookie(reply, refreshToken);
      return { token: await http.tokens.sign(claims), user };
    } catch (error) {
      // The password was right: only the subscription keeps this person out.
      if (error instanceof Refusal && error.code === 'ERR_SUBSCRIPTION_EXPIRED')
        await http.limiter.clear('failedLoginOfAccount', body.email);
      if (error instanceof Refusal && error.code === 'ERR_INVALID_CREDENTIALS')
        await http.limiter.take('failedLoginFromAddress', request.ip, rateLimits.failedLoginFromAddress);
      throw error;
    }
  });

  mountPublic(http, sessionApi.refresh, async (_input, { request, reply }) => {
    const token = request.cookies[cookieName] ?? refuse('ERR_SESSION_EXPIRED');
    const presented = { token, handedOver: exchanged.has(token) };
    try {
      const { user, claims, refreshToken } = await refresh(http.platform, presented, (sessionId) => limit(http, 'refresh', sessionId));
      setCookie(reply, refreshToken);
      if (refreshToken) reply.raw.once('finish', () => request.socket.destroyed || exchanged.add(token));
      return { token: await http.tokens.sign(claims), user };
    } catch (error) {
      if (error instanceof Refusal && error.status === 401) reply.clearCookie(cookieName, cookie);
      throw error;
    }
  });

  // Leaving is open to everybody who came in, whatever their rights or their company's due date.
  mountPublic(http, sessionApi.logout, async (_input, { request, reply }) => {
    const caller = await whoCalls(http, request);
    await inScope(http.platform, { ...caller, evenOverdue: true }, (scope) => endSession(scope, caller.sessionId));
    reply.clearCookie(cookieName, cookie);
    return { message: 'Logged out' };
  });

  mount(http, sessionApi.me, 'session', (scope) => describeUser(scope, scope.actor.userId ?? refuse('ERR_SESSION_EXPIRED')));
}

/**
 * A guess counts against its account before it is checked, so that many at once gain nothing, and is forgiven when right.
 * Against its address only failures count: a busy office behind one address keeps working.
 */
async function countGuess(http: Http, email: string, address: string): Promise<void> {
  const { ok, retryAfterSeconds } = await http.limiter.peek('failedLoginFromAddress', address, rateLimits.failedLoginFromAddress);
  if (!ok) refuse('ERR_TOO_MANY_REQUESTS', { retryAfter: retryAfterSeconds });
  await limit(http, 'failedLoginOfAccount', email);
}

/** Texts of the last moments, hashed. */
function lately(milliseconds: number) {
  const kept = new Set<string>();
  return {
    has: (text: string) => kept.has(sha256(text)),
    add(text: string) {
      const hash = sha256(text);
      kept.add(hash);
      setTimeout(() => kept.delete(hash), milliseconds).unref();
    },
  };
}
