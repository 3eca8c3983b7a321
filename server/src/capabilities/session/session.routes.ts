import { sessionApi } from '@prosa/contracts/session';
import type { FastifyReply } from 'fastify';
import { randomToken } from '../../platform/crypto-tokens.ts';
import { inScope } from '../../platform/database/scope.ts';
import { Refusal, refuse } from '../../platform/errors.ts';
import { claimsOf } from '../../platform/http/call-gate.ts';
import { type Http, limit, mountPublic } from '../../platform/http/http.ts';
import { mountRead } from '../../platform/http/read-route.ts';
import { bodyLimits, withBodyLimit } from '../../platform/http/route.ts';
import { logLogins } from './login-log.ts';
import { deviceCookie, isRefusal, type PasswordGuesses } from './password-guesses.ts';
import { endSessionOfToken, refresh } from './refresh.actions.ts';
import { endSession, logIn } from './session.actions.ts';
import { describeUser, meRead } from './session.queries.ts';
import { deviceDays, refreshBuckets } from './sign-in.rules.ts';

const refreshCookie = 'jrt';
const daySeconds = 86_400;
const answersCredentials = true;

export function sessionRoutes(server: Http, { guess, check, sourceOfCall }: PasswordGuesses): void {
  const http = withBodyLimit(server, bodyLimits.auth);
  logLogins(http);
  const cookie = { path: '/auth', httpOnly: true, sameSite: 'strict' as const, secure: http.config.secureCookies };
  const setRefresh = (reply: FastifyReply, token: string, maxAge: number) => reply.setCookie(refreshCookie, token, { ...cookie, maxAge });
  mountPublic(
    http,
    sessionApi.login,
    async ({ body: { email, password } }, { request, reply }) => {
      const source = sourceOfCall(request);
      const device = source.device ?? randomToken();
      const loggedIn = await check(email, source, 'ERR_INVALID_CREDENTIALS', (login) =>
        logIn(http.platform, login, password, { ...source, device }),
      );
      if ('overdue' in loggedIn) return refuseOverdue(http, loggedIn.overdue);
      const { user, claims, refreshToken, expiresInSeconds } = loggedIn;
      setRefresh(reply, refreshToken, expiresInSeconds);
      reply.setCookie(deviceCookie, device, { ...cookie, maxAge: deviceDays * daySeconds });
      return { token: await http.tokens.sign(claims), user };
    },
    { answersCredentials },
  );

  mountPublic(
    http,
    sessionApi.refresh,
    async (_input, { request, reply }) => {
      const token = request.cookies[refreshCookie] ?? refuse('ERR_SESSION_EXPIRED');
      try {
        const { user, claims, refreshToken, expiresInSeconds } = await guess(
          refreshBuckets(sourceOfCall(request)),
          () => refresh(http.platform, token, (sessionId) => limit(http, 'refresh', sessionId)),
          (error) => isRefusal(error, 'ERR_SESSION_EXPIRED'),
        );
        setRefresh(reply, refreshToken, expiresInSeconds);
        return { token: await http.tokens.sign(claims), user };
      } catch (error) {
        if (error instanceof Refusal && error.status === 401) reply.clearCookie(refreshCookie, cookie);
        throw error;
      }
    },
    { answersCredentials },
  );

  mountLogout(http, (reply) => void reply.clearCookie(refreshCookie, cookie));
  mountRead(http, sessionApi.me, 'session', {
    makeOut: meRead,
    evenRestricted: true,
    handle: (scope) => describeUser(scope, scope.actor.userId ?? refuse('ERR_SESSION_EXPIRED')),
  });
}

type Overdue = { dueDate: string | null; payer: { userId: number; companyId: number } | undefined };

/** Who may pay gets what it takes to pay without a session. */
async function refuseOverdue(http: Http, { dueDate, payer }: Overdue): Promise<never> {
  return refuse('ERR_SUBSCRIPTION_EXPIRED', { dueDate, ...(payer && { billingToken: await http.billing.sign(payer) }) });
}

/**
 * Ends the session of the bearer token and that of the refresh cookie, so that an expired access token does not keep a session open.
 * The cookie is cleared first: it goes even when the database fails.
 */
function mountLogout(http: Http, clearRefresh: (reply: FastifyReply) => void): void {
  mountPublic(http, sessionApi.logout, async (_input, { request, reply }) => {
    clearRefresh(reply);
    const claims = await claimsOf(http.tokens, request);
    if (claims) await inScope(http.platform, { companyId: claims.companyId }, (scope) => endSession(scope, claims.sessionId));
    const token = request.cookies[refreshCookie];
    if (token) await endSessionOfToken(http.platform, token);
    return { message: 'Logged out' };
  });
}
