import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { crashPoints } from '../server/src/platform/crash-points.ts';
import { root } from './bundle.ts';
import { check, isClean, table } from './checker.ts';
import type { ServerNode } from './node.ts';
import { randomFrom } from './random.ts';
import { openSupervisor } from './supervisor.ts';
import { openTraffic, type Traffic } from './traffic.ts';
import { noteStaleWrites, openTruth, type Truth } from './truth.ts';

const passages = [1, 3];
const stretch = 6;
const mostStretches = 15;
const cases = crashPoints.flatMap((point) => passages.map((nth) => ({ point, nth })));

const supervisor = openSupervisor();
let node: ServerNode;
let traffic: Traffic;
let truth: Truth;
let running: Promise<void>;
let allowed = 0;

beforeAll(async () => {
  const { url } = await supervisor.postgres();
  node = await supervisor.node({ DATABASE_URL: url, LEASE_SECONDS: '2' });
  await node.start();
  truth = await openTruth(url);
  await noteStaleWrites(truth);
  const messages = cases.length * stretch * mostStretches;
  const options = { companies: 1, connections: 1, customers: 2, inbound: messages / 2, outbound: messages / 2 };
  traffic = await openTraffic([node.url], randomFrom('crash points'), options);
  running = traffic.run();
  running.catch(() => undefined);
});

afterAll(async () => {
  await traffic?.close();
  await truth?.close();
  await supervisor.close();
});

test('every named crash point has its place in the code', async () => {
  const folder = join(root, 'server', 'src');
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.ts'));
  const sources = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  expect(crashPoints.filter((point) => !sources.some((source) => source.includes(`crashPoint('${point}')`)))).toEqual([]);
});

test.each(cases)('killed at $point, passage $nth, nothing is lost, doubled, out of order or stuck', async ({ point, nth }) => {
  await node.kill();
  node.launch({ CRASH_AT: `${point}#${nth}` });
  let dead = false;
  const ending = node.ended().then((how) => {
    dead = true;
    return how;
  });
  // It was visited if and only if the process has killed itself.
  for (let stretches = 0; !dead; stretches += 1) {
    if (stretches === mostStretches) throw new Error(`${point} was never passed ${nth} times`);
    allowed += stretch;
    traffic.allow(allowed);
    await Promise.race([ending, running, traffic.reach(allowed).then(() => traffic.settled())]);
  }
  expect(await ending).toEqual({ code: null, signal: 'SIGKILL' });
  await node.start();
  await Promise.race([traffic.reach(allowed), running]);
  const findings = await check(traffic.ledger, [node.url], truth);
  expect(isClean(findings), table(findings)).toBe(true);
});

test('the checker sees what is wrong', async () => {
  const [victim] = await truth.rows<{ id: string; ticket: number }>(
    'select id, ticket_id as ticket from messages where not from_me order by id limit 1',
  );
  await truth.rows('delete from messages where id = $1', [victim?.id]);
  await truth.rows('update tickets set unread_messages = unread_messages + 5 where id = $1', [victim?.ticket]);
  await truth.rows('delete from events where seq = 2');
  await truth.rows(`insert into messages (company_id, ticket_id, connection_id, contact_id, chat, from_me, channel_id, body, created_at)
    select company_id, ticket_id, connection_id, contact_id, chat, from_me, channel_id || ' again', body, created_at from messages where id = (select max(id) from messages where from_me)`);
  await truth.rows(
    `update messages set created_at = created_at - interval '1 hour' where id = (select max(id) from messages where not from_me)`,
  );
  await truth.rows(`insert into fault_notes (what, connection_id, epoch, current) values ('outbox 1', 1, 1, 2)`);
  const findings = await check(traffic.ledger, [node.url], truth);
  expect(
    Object.entries(findings)
      .filter(([, ids]) => ids.length > 0)
      .map(([name]) => name),
  ).toEqual(expect.arrayContaining(['lost', 'doubled', 'outOfOrder', 'unread', 'events', 'unheard', 'staleWrites']));
});
