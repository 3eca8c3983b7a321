import { connect } from 'node:net';
import { queuesApi } from '@prosa/contracts/queues';
import { afterAll, expect, test } from 'vitest';
import { patient } from '../../../test/patient.ts';
import { startScratchPostgres } from '../../../test/scratch-postgres.ts';
import { openWorld } from '../../../test/world.ts';

const postgres = await startScratchPostgres();
afterAll(() => postgres.stop());
const world = await openWorld({}, { url: postgres.url, drop: async () => undefined });
const visitor = world.client();
const ready = () => visitor.raw('GET', '/health/ready');

test('a server that can work says so to anybody', async () => {
  expect(await visitor.raw('GET', '/health/live')).toMatchObject({ status: 200, body: { status: 'ok' } });
  expect(await ready()).toMatchObject({ status: 200, body: { status: 'ok', accepting: true, database: true, disk: true } });
});

test('the figures are there for Prometheus and hold no word of what people said or who they are', async () => {
  const admin = await world.company({ name: 'Padaria Canário' });
  const { status, body, headers } = await visitor.raw('GET', '/metrics');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toContain('text/plain');
  for (const name of [
    'prosa_inbox_waiting',
    'prosa_inbox_oldest_seconds',
    'prosa_inbox_quarantined',
    'prosa_outbox_waiting',
    'prosa_outbox_oldest_seconds',
    'prosa_sql_statements_total\\{work="[a-z-]+"\\}',
    'process_cpu_seconds_total',
  ])
    expect(body).toMatch(new RegExp(`^${name} [0-9.e+-]+$`, 'm'));
  expect(body).not.toMatch(/Canário|@exemplo|\b55119\d{8}/);
  expect(body).not.toContain(admin.user.email);
});

test('while the database is away it lives, is not ready and refuses calls; when the database is back, so is everything', async () => {
  const admin = await world.company();
  await postgres.kill();
  expect(await visitor.raw('GET', '/health/live')).toMatchObject({ status: 200 });
  expect(await ready()).toMatchObject({ status: 503, body: { status: 'unavailable', accepting: true, database: false } });
  expect(await admin.send(queuesApi.list, { query: {} })).toMatchObject({ status: 503, body: { error: 'ERR_UNAVAILABLE' } });
  expect((await visitor.raw('GET', '/metrics')).status).toBe(200);
  await postgres.start();
  await expect.poll(async () => (await ready()).status, patient).toBe(200);
  await expect.poll(async () => (await admin.send(queuesApi.list, { query: {} })).status, patient).toBe(200);
});

test('a server that is leaving answers what has begun, says that it takes no more work, and then is gone', async () => {
  const { port, hostname } = new URL(world.server.url);
  const before = await connections();
  let answer = '';
  const line = connect(Number(port), hostname).setEncoding('utf8');
  line.on('data', (text: string) => {
    answer += text;
  });
  // Half a question: a connection in use stays while the server drains.
  await new Promise<void>((resolve) => void line.write('GET /health/ready HTTP/1.1\r\nhost: prosa\r\n', () => resolve()));
  await expect.poll(connections, patient).toBeGreaterThan(before);
  const leaving = world.close();
  line.write('connection: close\r\n\r\n');
  await expect.poll(() => answer, patient).toMatch(/^HTTP\/1\.1 503 /);
  expect(answer).toContain('"accepting":false');
  await leaving;
  await expect(fetch(`${world.server.url}/health/live`)).rejects.toThrow();
});

const connections = () =>
  new Promise<number>((resolve, reject) =>
    world.server.http.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );
