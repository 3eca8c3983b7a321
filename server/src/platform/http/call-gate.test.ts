import { contactsApi } from '@prosa/contracts/contacts';
import { queuesApi } from '@prosa/contracts/queues';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';
import { openCallGate } from './call-gate.ts';
import { asRefusal } from './http-errors.ts';

const world = await openWorld({ ROLES: 'web' });

/** A server behind a gate for so few, whose calls end when the test says so. */
async function openGate() {
  const app = Fastify();
  const tokens = world.server.http.tokens;
  openCallGate(app, tokens, { person: 3, company: 5, stranger: 2 });
  let parsed = 0;
  const open: Array<() => void> = [];
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    parsed += 1;
    done(null, text);
  });
  app.setErrorHandler((error: Error, _request, reply) => {
    const { status, code, extra } = asRefusal(error);
    return reply.code(status).header('retry-after', String(extra.retryAfter)).send({ error: code });
  });
  app.post('/slow', () => new Promise((end) => open.push(() => end({ ok: true }))));
  app.get('/health/live', () => ({ ok: true }));
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const tokenOf = (userId: number, companyId: number) => tokens.sign({ sessionId: crypto.randomUUID(), userId, companyId });
  const call = (token?: string) =>
    fetch(`${url}/slow`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    });
  return { app, url, tokenOf, call, open, parsed: () => parsed };
}

test('who has too much under way is turned away before anything is read, and let in again when some of it has ended', async () => {
  const { app, url, tokenOf, call, open, parsed } = await openGate();
  const [ana, bia, rui] = await Promise.all([tokenOf(1, 1), tokenOf(2, 1), tokenOf(3, 2)]);
  const running = [call(ana), call(ana), call(ana), call(bia), call(bia)];
  await expect.poll(() => open.length, patient).toBe(5);
  // A person of theirs, a person of the company that has its share, and not one of another company.
  for (const token of [ana, bia]) {
    const refused = await call(token);
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, 1]);
  }
  expect(parsed()).toBe(5);
  running.push(call(rui), call(), call());
  await expect.poll(() => open.length, patient).toBe(8);
  expect((await call()).status).toBe(429);
  expect((await fetch(`${url}/health/live`)).status).toBe(200);
  for (const end of open.splice(0)) end();
  for (const answer of await Promise.all(running)) expect(answer.status).toBe(200);
  const again = call(ana);
  await expect.poll(() => open.length, patient).toBe(1);
  open[0]?.();
  expect((await again).status).toBe(200);
  await app.close();
});

test('hundreds of calls of one person at once are all answered', async () => {
  const admin = await world.company();
  const calls = Array.from({ length: 400 }, (_, n) =>
    n % 2 === 0 ? admin.send(queuesApi.list, { query: {} }) : admin.send(contactsApi.list, { query: { searchParam: 'ana' } }),
  );
  const statuses = new Set((await Promise.all(calls)).map(({ status }) => status));
  expect([...statuses]).toEqual([200]);
});
