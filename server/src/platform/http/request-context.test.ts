import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { openLog } from '../log.ts';
import { addToContext, inContext, outsideContext, workContext } from '../work-context.ts';
import { assignRequestIds } from './request-context.ts';

const generated = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

type Trust = boolean | string[] | ((address: string, hop: number) => boolean);
const oneHop: Trust = (_address, hop) => hop < 1;

async function answered(trustProxy: Trust, headers: Record<string, string>, remoteAddress = '10.0.0.7') {
  const app = Fastify({ trustProxy });
  assignRequestIds(app);
  app.post('/', async () => workContext());
  const answer = await app.inject({ method: 'POST', url: '/', headers, remoteAddress, payload: { some: 'body' } });
  await app.close();
  expect(answer.json()).toMatchObject({ requestId: answer.headers['x-request-id'] });
  return answer.headers['x-request-id'];
}

const given = { 'x-request-id': 'from-the-proxy-1234' };
const forwarded = { ...given, 'x-forwarded-for': '203.0.113.9' };

test('a request has an id of ours, unless a proxy that we trust gave it a well-formed one', async () => {
  expect(await answered(false, given)).toMatch(generated);
  expect(await answered(false, forwarded)).toMatch(generated);
  expect(await answered(oneHop, forwarded)).toBe('from-the-proxy-1234');
  expect(await answered(['10.0.0.0/8'], forwarded)).toBe('from-the-proxy-1234');
  expect(await answered(['10.0.0.0/8'], forwarded, '192.0.2.1')).toMatch(generated);
  for (const bad of ['short', 'a'.repeat(65), 'with space 1234', 'line\u00e9break-12', '{"json":"12345"}'])
    expect(await answered(oneHop, { ...forwarded, 'x-request-id': bad }), bad).toMatch(generated);
});

test('each piece of work knows its own ids, however much goes on at once', async () => {
  const lines: string[] = [];
  const log = openLog('info', { write: (line) => void lines.push(line) });
  await Promise.all(
    Array.from({ length: 20 }, (_, companyId) =>
      inContext({ requestId: `r${companyId}` }, async () => {
        await sleep(companyId % 3);
        addToContext({ companyId });
        await sleep(companyId % 5);
        log.info({ is: companyId }, 'said');
        inContext({ job: 'inner' }, () => log.info({ is: companyId }, 'inside'));
        outsideContext(() => log.info('nobody'));
      }),
    ),
  );
  const said: Array<Record<string, unknown>> = lines.map((line) => JSON.parse(line));
  for (const { msg, is, ...ids } of said)
    if (msg === 'nobody') expect(Object.keys(ids).toSorted()).toEqual(['level', 'time']);
    else expect(ids).toMatchObject({ requestId: `r${String(is)}`, companyId: is, ...(msg === 'inside' && { job: 'inner' }) });
  expect(said).toHaveLength(60);
  expect(workContext()).toBeUndefined();
});
