import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Receiver } from '../server/src/channels/port.ts';
import { openIngestionBench } from './ingestion-bench.ts';
import { ingest, type Next, strangersNumber } from './ingestion-load.ts';
import { type ProcessorTime, processorTime } from './processor-time.ts';
import { seeded } from './random.ts';
import { type Costly, costliest } from './statements.ts';
import { type Figures, figuresOf, median, type Round, ratioOf } from './statistics.ts';

export type BotsInput = { dataDir: string; url: string; password: string; seconds: number; rounds: number };
export type BotsResult = {
  on: Figures;
  off: Figures;
  ratio: number;
  answered: number;
  /** Processor time for a message, until everything said to it has been sent. */
  processor: { on: ProcessorTime; off: ProcessorTime };
  costliest: Costly[];
};

const random = seeded(11);
/** A customer finds the way through the menus, and then tells what it is about, waiting for a person. */
const course: Array<string | undefined> = ['Oi', '2', '1', '1', ...Array.from({ length: 16 }, () => undefined)];
const conversationsAtOnce = 40;

/** Many conversations under way, each at its own place in the course; who is through makes room for a new customer. */
function talkOver(receivers: Receiver[]): Next {
  const begin = () => ({ receiver: random.pick(receivers), number: strangersNumber(), turn: 0 });
  const all = Array.from({ length: conversationsAtOnce }, begin);
  return () => {
    const place = random.pick([...all.keys()]);
    const conversation = all[place] ?? begin();
    const body = course[conversation.turn];
    conversation.turn += 1;
    if (conversation.turn === course.length) all[place] = begin();
    const { receiver, number } = conversation;
    return { receiver, number, ...(body !== undefined && { body }) };
  };
}

/** Two queues, one with options two levels deep, on every connection of these companies. A kept company has those of earlier runs. */
async function switchOn(owner: Client, companyIds: number[]): Promise<void> {
  await owner.query(
    `
      with made as (
        insert into queues (company_id, name, color, greeting_message)
        select company_id, queue.name || ' ' || $2, '#' || left(md5(queue.name || $2), 6), 'Bem-vindo, {{firstName}}.'
        from unnest($1::int[]) as c(company_id)
        cross join (values ('Bot vendas'), ('Bot suporte')) as queue(name)
        returning id, company_id, name),
      menus as (
        insert into connection_queues (company_id, connection_id, queue_id, position)
        select w.company_id, w.id, q.id, 100 + row_number() over (partition by w.id order by q.name desc)
        from made q
        join connections w on w.company_id = q.company_id),
      tops as (
        insert into queue_options (company_id, queue_id, option, title, message)
        select company_id, id, o, 'Assunto ' || o, 'Escolha:'
        from made
        cross join generate_series(1, 5) as o
        where name like 'Bot suporte%'
        returning id, company_id, queue_id)
      insert into queue_options (company_id, queue_id, parent_id, option, title, message)
      select company_id, queue_id, id, o, 'Detalhe ' || o, 'Um atendente já vem.'
      from tops
      cross join generate_series(1, 5) as o`,
    [companyIds, Date.now().toString(36)],
  );
  await owner.query(`update connections set greeting_message = 'Olá!' where company_id = any($1::int[])`, [companyIds]);
}

/** The other half has nothing to say. */
async function switchOff(owner: Client, companyIds: number[]): Promise<void> {
  await owner.query(
    `
      with cut as (delete from connection_queues where company_id = any($1::int[]))
      update connections set greeting_message = '' where company_id = any($1::int[])`,
    [companyIds],
  );
}

async function main(): Promise<void> {
  const input: BotsInput = JSON.parse(process.argv[2] ?? '');
  const bench = await openIngestionBench(input);
  try {
    const companyIds = [...new Set([...bench.receivers.values()].map(({ companyId }) => companyId))].toSorted((a, b) => a - b).slice(1);
    const half = Math.floor(companyIds.length / 2);
    const [withBots, without] = [companyIds.slice(0, half), companyIds.slice(half, 2 * half)];
    await switchOff(bench.owner, companyIds);
    await switchOn(bench.owner, withBots);
    const over = (ids: number[]) => talkOver([...bench.receivers.values()].filter(({ companyId }) => ids.includes(companyId)));
    const [talking, plain] = [over(withBots), over(without)];
    for (const next of [plain, talking]) await ingest(bench.owner, next, 2);
    await allSent(bench.owner);
    const before = await said(bench.owner);
    const [on, off]: [Measured[], Measured[]] = [[], []];
    for (let round = 0; round < input.rounds; round += 1) {
      off.push(await measured(bench.owner, plain, input.seconds));
      on.push(await measured(bench.owner, talking, input.seconds));
    }
    const heard = on.reduce((sum, { done }) => sum + done, 0);
    const answered = ((await said(bench.owner)) - before) / heard;
    const costly = await costliest(bench.owner, () => ingest(bench.owner, talking, input.seconds));
    const processor = { on: perMessage(on), off: perMessage(off) };
    const result: BotsResult = {
      on: figuresOf(on),
      off: figuresOf(off),
      ratio: ratioOf(on, off),
      answered,
      costliest: costly,
      processor,
    };
    process.send?.(result);
  } finally {
    await bench.close();
  }
}

type Measured = Round & { used: ProcessorTime };

async function measured(owner: Client, next: Next, seconds: number): Promise<Measured> {
  const before = await processorTime(owner);
  const round = await ingest(owner, next, seconds);
  await allSent(owner);
  const after = await processorTime(owner);
  return { ...round, used: { node: after.node - before.node, postgres: after.postgres - before.postgres } };
}

function perMessage(rounds: Measured[]): ProcessorTime {
  const of = (read: (used: ProcessorTime) => number) => median(rounds.map(({ used, done }) => read(used) / done));
  return { node: of(({ node }) => node), postgres: of(({ postgres }) => postgres) };
}

/** What the last round has left to be sent is not done in the next one's time. */
async function allSent(owner: Client): Promise<void> {
  for (;;) {
    const { rows } = await owner.query('select from outbox limit 1');
    if (rows.length === 0) return;
    await sleep(20);
  }
}

async function said(owner: Client): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    `select count(*)::float8 as count from messages where origin in ('bot', 'greeting')`,
  );
  return rows[0]?.count ?? 0;
}

await main();
