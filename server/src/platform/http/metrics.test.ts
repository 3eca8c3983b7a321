import type { IncomingHttpHeaders } from 'node:http';
import { networkInterfaces } from 'node:os';
import { queuesApi } from '@prosa/contracts/queues';
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';
import { mayRead, routeOf } from './metrics.ts';

const token = 'um-segredo-para-prometheus';
const world = await openWorld({ METRICS_TOKEN: token, HOST: '0.0.0.0' });
const owner = new pg.Client({ connectionString: world.database.url });
await owner.connect();
afterAll(() => owner.end());

const port = new URL(world.server.url).port;
const here = `http://127.0.0.1:${port}`;
const figures = async () => (await fetch(`${here}/metrics`)).text();
const figure = async (name: string) => Number(new RegExp(`^${name.replace(/[{}"./]/g, '\\$&')} (\\S+)$`, 'm').exec(await figures())?.[1]);

describe('who may read the figures', () => {
  const asked = (remoteAddress: string, headers: IncomingHttpHeaders) => mayRead({ headers, socket: { remoteAddress } }, token);
  test.each([
    ['127.0.0.1', {}, true],
    ['127.8.9.10', {}, true],
    ['::1', {}, true],
    ['::ffff:127.0.0.1', {}, true],
    ['10.0.0.7', {}, false],
    ['', {}, false],
    ['127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }, false],
    ['127.0.0.1', { forwarded: 'for=127.0.0.1' }, false],
    ['127.0.0.1', { 'x-real-ip': '::1' }, false],
    ['127.0.0.1', { via: '1.1 proxy' }, false],
    ['10.0.0.7', { authorization: `Bearer ${token}` }, true],
    ['127.0.0.1', { 'x-forwarded-for': '10.0.0.7', authorization: `Bearer ${token}` }, true],
    ['10.0.0.7', { authorization: `Bearer ${token}x` }, false],
    ['10.0.0.7', { authorization: 'Bearer ' }, false],
    ['10.0.0.7', { authorization: token }, false],
  ])('%s with %j: %s', (address, headers, may) => expect(asked(address, headers)).toBe(may));

  test('without a token set, no token opens', () => {
    const socket = { remoteAddress: '10.0.0.7' };
    for (const given of ['undefined', 'null', '', token])
      expect(mayRead({ headers: { authorization: `Bearer ${given}` }, socket }, undefined)).toBe(false);
  });

  test('to everybody else there is nothing at that address', async () => {
    const outside = Object.values(networkInterfaces())
      .flat()
      .find((each) => each?.family === 'IPv4' && !each.internal)?.address;
    const unknown = await fetch(`${here}/nothing-here`);
    const behindProxy = await fetch(`${here}/metrics`, { headers: { 'x-forwarded-for': '203.0.113.9' } });
    expect([behindProxy.status, await behindProxy.text()]).toEqual([404, await unknown.text()]);
    if (outside === undefined) return;
    expect((await fetch(`http://${outside}:${port}/metrics`)).status).toBe(404);
    expect((await fetch(`http://${outside}:${port}/metrics`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
  });
});

test('requests are told by the pattern of their route, what is not ours as one', async () => {
  const admin = await world.company();
  await admin.call(queuesApi.list, { query: {} });
  await admin.send(queuesApi.show, { params: { id: 987_654_321 } });
  for (const path of ['/wp-admin/1', '/wp-admin/2', '/.env']) await admin.raw('GET', path);
  const text = await figures();
  expect(text).toMatch(/^prosa_http_requests_total\{method="GET",route="\/queue",status="200"\} 1$/m);
  expect(text).toMatch(/^prosa_http_requests_total\{method="GET",route="\/queue\/:id",status="404"\} 1$/m);
  expect(text).toMatch(/^prosa_http_requests_total\{method="any",route="unknown",status="404"\} \d+$/m);
  expect(text).toMatch(/^prosa_http_request_seconds_count\{method="GET",route="\/queue"\} 1$/m);
  expect(text).not.toMatch(/987654321|wp-admin/);
  expect([routeOf('/assets/index-abc.js'), routeOf('/docs/openapi.json'), routeOf(undefined)]).toEqual([
    'web app',
    '/docs/openapi.json',
    'unknown',
  ]);
});

test('what waits, what failed, what is held and who listens is in the figures, at most a few seconds old', async () => {
  const admin = await world.company();
  await world.connection(admin);
  const { socket } = await admin.listen();
  await owner.query(`select graphile_worker.add_job('nobody-does-this', '{}'::json, run_at => now() - interval '1 hour')`);
  await owner.query(`select graphile_worker.add_job('nobody-did-this', '{}'::json, max_attempts => 1)`);
  await owner.query('update graphile_worker._private_jobs set attempts = 1 where max_attempts = 1');
  await expect.poll(() => figure('prosa_jobs_waiting'), patient).toBe(1);
  await expect.poll(() => figure('prosa_jobs_failed'), patient).toBe(1);
  expect(await figure('prosa_jobs_oldest_seconds')).toBeGreaterThanOrEqual(3600);
  await expect.poll(() => figure('prosa_leases_held'), patient).toBeGreaterThanOrEqual(1);
  expect(await figure('prosa_sockets')).toBe(1);
  socket.disconnect();
  await expect.poll(() => figure('prosa_sockets'), patient).toBe(0);
  const text = await figures();
  for (const name of [
    'prosa_database_connections{pool="app",state="used"}',
    'prosa_database_waiting{pool="app"}',
    'prosa_database_answers',
  ])
    expect(text).toContain(`${name} `);
  for (const name of ['nodejs_eventloop_lag_seconds', 'process_resident_memory_bytes', 'nodejs_heap_size_used_bytes'])
    expect(text).toContain(`\n${name} `);
});

test('a hundred who ask at once cost the database one statement', async () => {
  const asked = async () => {
    const { rows } = await owner.query<{ calls: string }>(
      `
        select sum(calls) as calls
        from pg_stat_statements
        where query like '%job_figures as materialized%' and query not like '%pg_stat%'`,
    );
    return Number(rows[0]?.calls ?? 0);
  };
  const counts = await owner.query('create extension if not exists pg_stat_statements').then(
    () =>
      asked().then(
        () => true,
        () => false,
      ),
    () => false,
  );
  if (!counts) return;
  const before = await asked();
  const begun = performance.now();
  await Promise.all(Array.from({ length: 100 }, figures));
  // What was asked is told for two seconds: one statement more each time that this ends in between.
  const ends = Math.ceil((performance.now() - begun) / 2_000);
  expect((await asked()) - before).toBeLessThanOrEqual(1 + ends);
});
