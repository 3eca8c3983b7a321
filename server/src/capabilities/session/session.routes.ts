import { sessionApi } from '@prosa/contracts/session';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomToken } from '../../platform/crypto-tokens.ts';
import { inScope } from '../../platform/database/scope.ts';
import { Refusal, refuse } from '../../platform/errors.ts';
import { openGuesses } from '../../platform/http/guesses.ts';
import { authenticate, type Http, limit, mountPublic } from '../../platform/http/http.ts';
import { mountRead } from '../../platform/http/read-route.ts';
import { bodyLimits, withBodyLimit } from '../../platform/http/route.ts';
import { clientAddress, isTrustedOf, sourceOf } from '../../platform/http/trusted-proxy.ts';
import { logLogins } from './login-log.ts';
import { refresh } from './refresh.actions.ts';
import { endSession, logIn } from './session.actions.ts';
import { describeUser, findLogin, meRead } from './session.queries.ts';
import { refreshDays } from './session.rules.ts';
import { deviceDays, failureBuckets, isDeviceToken, refreshBuckets } from './sign-in.rules.ts';

const refreshCookie = 'jrt';
const deviceCookie = 'jrd';
const daySeconds = 86_400;
const answersCredentials = true;

const isRefusal = (error: unknown, code: Refusal['code']) => error instanceof Refusal && error.code === code;

export function sessionRoutes(server: Http): void {
  const http = withBodyLimit(server, bodyLimits.auth);
  logLogins(http);
  const cookie = { path: '/auth', httpOnly: true, sameSite: 'strict' as const, secure: http.config.secureCookies };
  const setRefresh = (reply: FastifyReply, token: string) =>
    reply.setCookie(refreshCookie, token, { ...cookie, maxAge: refreshDays * daySeconds });
  const isTrusted = isTrustedOf(http.config.TRUST_PROXY);
  const guess = openGuesses(http.limiter);
  const sourceOfCall = ({ raw, cookies }: FastifyRequest) => ({
    device: isDeviceToken(cookies[deviceCookie]) ? cookies[deviceCookie] : undefined,
    address: sourceOf(clientAddress(raw, isTrusted)),
  });

  mountPublic(
    http,
    sessionApi.login,
    async ({ body: { email, password } }, { request, reply }) => {
      const source = sourceOfCall(request);
      const login = await findLogin(http.platform, email, source);
      const device = source.device ?? randomToken();
      const loggedIn = await guess(
        failureBuckets(email, login && { userId: login.id, deviceKnown: login.device_known, addressKnown: login.address_known }, source),
        () => logIn(http.platform, login, password, { ...source, device }),
        (error) => isRefusal(error, 'ERR_INVALID_CREDENTIALS'),
      );
      if ('overdue' in loggedIn) return refuseOverdue(http, loggedIn.overdue);
      const { user, claims, refreshToken } = loggedIn;
      setRefresh(reply, refreshToken);
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
        const { user, claims, refreshToken } = await guess(
          refreshBuckets(sourceOfCall(request)),
          () => refresh(http.platform, token, (sessionId) => limit(http, 'refresh', sessionId)),
          (error) => isRefusal(error, 'ERR_SESSION_EXPIRED'),
        );
        setRefresh(reply, refreshToken);
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
    evenOverdue: true,
    handle: (scope) => describeUser(scope, scope.actor.userId ?? refuse('ERR_SESSION_EXPIRED')),
  });
}

type Overdue = { dueDate: string | null; payer: { userId: number; companyId: number } | undefined };

/** Who may pay gets what it takes to pay without a session. */
async function refuseOverdue(http: Http, { dueDate, payer }: Overdue): Promise<never> {
  return refuse('ERR_SUBSCRIPTION_EXPIRED', { dueDate, ...(payer && { billingToken: await http.billing.sign(payer) }) });
}

/** Logging out is always allowed, whatever the rights or the company's due date. */
function mountLogout(http: Http, clearRefresh: (reply: FastifyReply) => void): void {
  mountPublic(http, sessionApi.logout, async (_input, { request, reply }) => {
    const caller = await authenticate(http, request);
    await inScope(http.platform, { ...caller, evenOverdue: true }, (scope) => endSession(scope, caller.sessionId));
    clearRefresh(reply);
    return { message: 'Logged out' };
  });
}
