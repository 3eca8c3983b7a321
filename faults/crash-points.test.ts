import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { crashPoints } from '../server/src/platform/crash-points.ts';
import { root } from './bundle.ts';
import { isClean, table } from './checker.ts';
import { type CrashLoop, crashesOnce, openCrashLoop } from './crash-loop.ts';
import { openSupervisor } from './supervisor.ts';

const seed = process.env.FAULTS_SEED ?? 'crash points';
const crashes = crashesOnce(seed);
const supervisor = openSupervisor();
let loop: CrashLoop;

beforeAll(async () => {
  loop = await openCrashLoop(supervisor, seed, crashes.length);
});
afterAll(async () => {
  await loop?.close();
  await supervisor.close();
});

test('every named crash point has its place in the code', async () => {
  const folder = join(root, 'server', 'src');
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.ts'));
  const sources = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  expect(
    Object.values(crashPoints)
      .flat()
      .filter((point) => !sources.some((source) => source.includes(`crashPoint('${point}')`))),
  ).toEqual([]);
});

test.each(crashes)('the server dies at $point, passage $nth', async (crash) => {
  // It was passed if and only if the process has killed itself.
  expect(await loop.run(crash)).toEqual({ code: null, signal: 'SIGKILL' });
});

test('after all of them nothing is lost, doubled, out of order or stuck', async () => {
  const findings = await loop.settle();
  expect(isClean(findings), `seed ${seed}\n${table(findings)}`).toBe(true);
});

test('the checker sees what is wrong', async () => {
  const { truth } = loop;
  const [victim] = await truth.rows<{ id: string; ticket: number }>(
    'select id, ticket_id as ticket from messages where not from_me order by id limit 1',
  );
  await truth.rows('delete from messages where id = $1', [victim?.id]);
  await truth.rows('update tickets set unread_messages = unread_messages + 5 where id = $1', [victim?.ticket]);
  await truth.rows('delete from events where seq = 2');
  await truth.rows(`
    insert into messages (company_id, ticket_id, connection_id, contact_id, chat, from_me, channel_id, body,
      created_at)
    select company_id, ticket_id, connection_id, contact_id, chat, from_me, channel_id || ' again', body, created_at
    from messages
    where id = (select max(id) from messages where from_me)`);
  await truth.rows(
    `update messages set created_at = created_at - interval '1 hour' where id = (select max(id) from messages where not from_me)`,
  );
  await truth.rows(`insert into fault_notes (what, connection_id, epoch, current) values ('outbox 1', 1, 1, 2)`);
  const findings = await loop.look();
  expect(
    Object.entries(findings)
      .filter(([, ids]) => ids.length > 0)
      .map(([name]) => name),
  ).toEqual(expect.arrayContaining(['lost', 'doubled', 'outOfOrder', 'unread', 'events', 'unheard', 'staleWrites']));
});
