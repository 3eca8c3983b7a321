import { execFile } from 'node:child_process';
import { readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { messagesApi } from '@prosa/contracts/messages';
import { simulatorApi } from '@prosa/contracts/simulator';
import { ticketsApi } from '@prosa/contracts/tickets';
import pg from 'pg';
import { generate } from '../bench/generate.ts';
import { openDataDir } from '../server/src/platform/boot/data-dir.ts';
import { startEmbeddedPostgres } from '../server/src/platform/database/embedded-postgres/embedded-postgres.ts';
import { migrate } from '../server/src/platform/database/migrate.ts';
import { root } from './bundle.ts';
import { compare, readPhone, readThread } from './checker.ts';
import { type CheckerDatabase, openCheckerDatabase } from './checker-database.ts';
import { ticketFindings, waitUntilIdle } from './checker-rows.ts';
import type { Conversation, Ledger } from './ledger.ts';
import { embeddedUrl, type ServerNode } from './node.ts';
import { randomFrom } from './random.ts';
import type { Supervisor } from './supervisor.ts';
import { openTraffic } from './traffic.ts';
import { until } from './waiting.ts';

export type DrillOptions = { messages: number; inbound: number; outbound: number };
export type DrillFigures = {
  rows: number;
  backupBytes: number;
  backupSeconds: number;
  /** Acknowledged before the backup began, and while it was made. */
  before: number;
  during: number;
  restoreSeconds: number;
  startSeconds: number;
  after: number;
};

const run = promisify(execFile);

/**
 * A furnished system under traffic is backed up while it runs; its data folder is destroyed; from the backup alone it must come back with
 * everything that was acknowledged before the backup began, consistent in itself, and people must be able to go on.
 */
export async function restoreDrill(
  supervisor: Supervisor,
  seed: string,
  { messages, inbound, outbound }: DrillOptions,
): Promise<{ findings: string[]; figures: DrillFigures }> {
  const node = await supervisor.node({ LEASE_SECONDS: '2' });
  if (messages > 0) await furnish(node.dataDir, messages);
  await node.start();
  const traffic = await openTraffic([node.url], randomFrom(seed), { companies: 2, connections: 1, customers: 4, inbound, outbound });
  try {
    const total = inbound + outbound;
    const running = traffic.run();
    traffic.allow(Math.floor(total / 2));
    await Promise.race([traffic.reach(Math.floor(total / 2)), running]);
    const least = counts(traffic.ledger);
    const before = traffic.progress();
    const shelf = join(dirname(node.dataDir), 'backups');
    traffic.allow(total);
    const saved = await operate(node, ['backup', shelf]);
    const during = traffic.progress() - before;
    await running;
    await node.killBoth();
    await rm(node.dataDir, { recursive: true, force: true, maxRetries: 10 });
    const restored = await operate(node, ['restore', shelf]);
    const startMs = await node.start();
    const findings = await findDifferences(node, traffic.ledger, least);
    const figures: DrillFigures = {
      rows: Number(/(\d+) rows/.exec(restored.said)?.[1] ?? 0),
      backupBytes: await sizeOf(shelf),
      backupSeconds: saved.seconds,
      before,
      during,
      restoreSeconds: restored.seconds,
      startSeconds: startMs / 1000,
      after: traffic.ledger.conversations.length * 2,
    };
    return { findings, figures };
  } finally {
    await traffic.close();
  }
}

/** One company with so many messages, before the first start. */
async function furnish(path: string, messages: number): Promise<void> {
  const dataDir = await openDataDir(path);
  const postgres = await startEmbeddedPostgres({ dataDir: dataDir.path, log: () => undefined });
  const client = new pg.Client({ connectionString: postgres.url });
  try {
    await client.connect();
    await migrate(postgres.url, join(root, 'server', 'migrations'), () => undefined);
    await generate(client, { messages, tickets: Math.max(500, Math.ceil(messages / 25)) }, () => undefined);
  } finally {
    await client.end();
    await postgres.stop();
    await dataDir.close();
  }
}

/** As `npm run backup` and `npm run restore` do it, in a process of its own. */
async function operate(node: ServerNode, args: string[]): Promise<{ seconds: number; said: string }> {
  const begun = performance.now();
  const { stdout } = await run(process.execPath, ['--enable-source-maps', join(root, 'server/dist/operations.js'), ...args], {
    cwd: root,
    // The restore runs after the data folder, and with it a generated passphrase, is gone.
    env: { ...node.environment(), DATA_DIR: node.dataDir, BACKUP_PASSPHRASE: 'passphrase of the drill' },
    maxBuffer: 10_000_000,
  });
  return { seconds: (performance.now() - begun) / 1000, said: stdout };
}

type BackedUpCounts = Map<Conversation, { said: number; answered: number }>;
const counts = ({ conversations }: Ledger): BackedUpCounts =>
  new Map(conversations.map((each) => [each, { said: each.said.length, answered: each.answered.length }]));

/** What is wrong with the restored system, in words; it is talked through as well. */
async function findDifferences(node: ServerNode, { conversations }: Ledger, least: BackedUpCounts): Promise<string[]> {
  const truth = await openCheckerDatabase(await embeddedUrl(node.dataDir));
  try {
    const findings: string[] = [];
    for (const conversation of conversations) {
      const { said, answered } = least.get(conversation) ?? { said: 0, answered: 0 };
      findings.push(...(await truncateLedger(conversation, truth, said, answered)));
    }
    await Promise.all(conversations.map(exchangeMessages));
    findings.push(...(await waitUntilIdle(truth, [node.url], 90)));
    for (const conversation of conversations) findings.push(...differences(conversation, await bothSides(conversation, truth)));
    const companies = new Set(conversations.map(({ company }) => company.id));
    return [...findings, ...(await ticketsOff(truth, [...companies]))];
  } finally {
    await truth.close();
  }
}

/** Of the companies with traffic: the generated one was never counted. */
async function ticketsOff(truth: CheckerDatabase, companies: number[]): Promise<string[]> {
  const { tickets, unread } = await ticketFindings(truth);
  const own = await truth.rows<{ id: number }>('select id from tickets where company_id = any($1)', [companies]);
  const ids = new Set(own.map(({ id }) => String(id)));
  return [...tickets, ...unread.filter((what) => ids.has(/^ticket (\d+)/.exec(what)?.[1] ?? ''))];
}

type Side = Array<{ id: string; body: string }>;
type Sides = { arrived: Side; answers: Side; phoneAnswers: Side };

async function bothSides(conversation: Conversation, truth: CheckerDatabase): Promise<Sides> {
  const network = new Set(conversation.said.map(({ id }) => id));
  const thread = await readThread(conversation, truth);
  const phone = await readPhone(conversation);
  return {
    arrived: thread.filter(({ id }) => network.has(id)),
    answers: thread.filter(({ id }) => !network.has(id)),
    phoneAnswers: phone.filter(({ id, fromBusiness }) => fromBusiness && !network.has(id)),
  };
}

/**
 * Everything up to the backup is there; of what came later a beginning, in its order, since all rows are of one moment. The ledger is cut
 * back to that: the rest was never backed up.
 */
async function truncateLedger(conversation: Conversation, truth: CheckerDatabase, said: number, answered: number): Promise<string[]> {
  await until('what the network had not handed over yet', async () => {
    const [row] = await truth.rows<{ waiting: number }>(
      `
        select (select count(*) from simulator_frames)::int + (
          select count(*) from inbox)::int + (select count(*) from outbox)::int as waiting`,
    );
    return row?.waiting === 0;
  });
  const { arrived, answers } = await bothSides(conversation, truth);
  const findings = [
    ...(arrived.length < said ? [`${conversation.name}: ${arrived.length} of ${said} that customers said before the backup`] : []),
    ...(answers.length < answered ? [`${conversation.name}: ${answers.length} of ${answered} answers from before the backup`] : []),
  ];
  conversation.said.length = Math.min(conversation.said.length, arrived.length);
  conversation.answered.length = Math.min(conversation.answered.length, answers.length);
  return [...findings, ...differences(conversation, { arrived, answers, phoneAnswers: answers })];
}

function differences({ name, said, answered }: Conversation, { arrived, answers, phoneAnswers }: Sides): string[] {
  const parts = [
    compare(`${name} arrived`, said, arrived),
    compare(`${name} answers`, answered, answers),
    compare(`${name} phone`, answered, phoneAnswers),
  ];
  return parts.flatMap(({ lost, doubled, outOfOrder }) => [
    ...lost.map((what) => `lost ${what}`),
    ...doubled.map((what) => `doubled ${what}`),
    ...outOfOrder.map((what) => `out of order ${what}`),
  ]);
}

/** The customer writes once more, and is answered. */
async function exchangeMessages(conversation: Conversation): Promise<void> {
  const { company, connectionId, number, name, said, answered } = conversation;
  const id = `${name}-after`;
  await company.admin.ask(simulatorApi.write, { params: { whatsappId: connectionId }, body: { number, id, body: `in ${id}` } });
  said.push({ id, body: `in ${id}`, fromMe: false });
  const ticket = await until('a ticket after the restore', async () => {
    const found = await company.admin.ask(ticketsApi.list, { query: { searchParam: number, showAll: 'true' } });
    return found.tickets.find(
      ({ whatsappId, status, lastMessage }) => whatsappId === connectionId && status !== 'closed' && lastMessage === `in ${id}`,
    );
  });
  await company.agent.ask(ticketsApi.update, { params: { id: ticket.id }, body: { status: 'open', userId: company.agentId } });
  const sent = await company.agent.ask(
    messagesApi.send,
    { params: { ticketId: ticket.id }, body: { body: `out ${id}` } },
    { 'idempotency-key': id },
  );
  if (!('id' in sent)) throw new Error('one text was answered with several messages');
  answered.push({ id: sent.channelId, messageId: sent.id, body: `out ${id}` });
}

async function sizeOf(folder: string): Promise<number> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(file.parentPath, file.name))).size));
  return sizes.reduce((all, size) => all + size, 0);
}

type Context = { supervisor: Supervisor; seed: string; count(name: string, fallback: number): number };

/** The part of the long run: `npm run test:faults -- only=restore messages=5000000`. */
export async function restorePart({ supervisor, seed, count }: Context): Promise<boolean> {
  const messages = count('messages', 200_000);
  const { findings, figures } = await restoreDrill(supervisor, seed, { messages, inbound: 1_000, outbound: 300 });
  const megabytes = (figures.backupBytes / 1e6).toFixed(0);
  console.log(
    [
      `rows                      ${figures.rows}, of them ${messages} messages of one company`,
      `backup                    ${figures.backupSeconds.toFixed(1)} s while running, ${megabytes} MB; ` +
        `${figures.before} messages before it, ${figures.during} while it was made`,
      `restore                   ${figures.restoreSeconds.toFixed(1)} s into an empty folder, ` +
        `then ${figures.startSeconds.toFixed(1)} s until ready`,
      `afterwards                ${figures.after} messages of customers and agents`,
      `missing, doubled, stuck   ${findings.length}`,
      ...findings.slice(0, 20).map((finding) => `  ${finding}`),
    ].join('\n'),
  );
  return findings.length === 0;
}
