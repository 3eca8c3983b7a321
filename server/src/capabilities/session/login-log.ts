import { sessionApi } from '@prosa/contracts/session';
import type { Http } from '../../platform/http/http.ts';
import { contextOf } from '../../platform/http/request-context.ts';
import { resumeContext } from '../../platform/work-context.ts';

const messages: Record<number, string> = { 401: 'a login failed', 429: 'a login was locked out' };

/**
 * Logs failed logins and lockouts for operators. The log tells which ones were of the same account or from the same address, and neither of
 * them: what stands there are hashes under a key of ours.
 */
export function logLogins({ app, platform }: Http): void {
  app.addHook('onResponse', async (request, reply) => {
    const sentence = messages[reply.statusCode];
    if (sentence === undefined || request.routeOptions.url !== sessionApi.login.path) return;
    const body: unknown = request.body;
    const email = typeof body === 'object' && body !== null && 'email' in body ? String(body.email) : '';
    const mark = (text: string) => platform.secrets.hash(`login note ${text.trim().toLowerCase()}`).slice(0, 16);
    resumeContext(contextOf(request), () => platform.log.warn({ account: mark(email), origin: mark(request.ip) }, sentence));
  });
}
