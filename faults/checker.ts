import { messagesApi } from '@prosa/contracts/messages';
import { simulatorApi } from '@prosa/contracts/simulator';
import { type CheckerDatabase, staleWrites } from './checker-database.ts';
import { ackFindings, liveFindings } from './checker-live.ts';
import { eventFindings, ticketFindings, waitUntilIdle } from './checker-rows.ts';
import type { Conversation, Ledger } from './ledger.ts';

/** What must be empty, each with the ids of what is in it. */
export type Findings = {
  lost: string[];
  doubled: string[];
  outOfOrder: string[];
  stuck: string[];
  acks: string[];
  tickets: string[];
  unread: string[];
  events: string[];
  unheard: string[];
  staleWrites: string[];
};

/** How long things may take to come to rest, and an open screen to hear of them. */
type WaitLimits = { quietSeconds: number; hearSeconds: number };

/**
 * Compares what was acknowledged (the ledger) with what people see (the API) and what is stored (the database), once
 * everything has come to rest.
 */
export async function check(
  ledger: Ledger,
  urls: readonly string[],
  truth: CheckerDatabase,
  { quietSeconds, hearSeconds }: WaitLimits = { quietSeconds: 90, hearSeconds: 15 },
): Promise<Findings> {
  const stuck = await waitUntilIdle(truth, urls, quietSeconds);
  const seen = await runLimited(ledger.conversations, 4, (conversation) => checkConversation(conversation, truth));
  const all = (key: 'lost' | 'doubled' | 'outOfOrder' | 'stuck') => seen.flatMap((each) => each[key]);
  return {
    lost: all('lost'),
    doubled: all('doubled'),
    outOfOrder: all('outOfOrder'),
    stuck: [...stuck, ...all('stuck')],
    ...(await ticketFindings(truth)),
    events: await eventFindings(truth),
    acks: ackFindings(ledger),
    unheard: await liveFindings(ledger, truth, hearSeconds),
    staleWrites: await staleWrites(truth),
  };
}

type Seen = { lost: string[]; doubled: string[]; outOfOrder: string[]; stuck: string[] };
type Bubble = { id: string; body: string; fromMe: boolean; ack: number };

async function checkConversation(conversation: Conversation, truth: CheckerDatabase): Promise<Seen> {
  const { said, answered, name } = conversation;
  const thread = await readThread(conversation, truth);
  const phone = await readPhone(conversation);
  const network = new Set(said.map(({ id }) => id));
  const fromNetwork = thread.filter(({ id }) => network.has(id));
  const fromAgents = thread.filter(({ id }) => !network.has(id));
  const phoneFromAgents = phone.filter(({ id, fromBusiness }) => fromBusiness && !network.has(id));
  const phoneFromNetwork = phone.filter(({ id }) => network.has(id));
  const parts = [
    compare(`${name} thread, arrived`, said, fromNetwork),
    compare(`${name} thread, answers`, answered, fromAgents),
    compare(`${name} phone, answers`, answered, phoneFromAgents),
    compare(`${name} phone, written`, said, phoneFromNetwork),
  ];
  const all = (key: keyof ReturnType<typeof compare>) => parts.flatMap((part) => part[key]);
  return { lost: all('lost'), doubled: all('doubled'), outOfOrder: all('outOfOrder'), stuck: behind(conversation, thread) };
}

/** What was acknowledged against what is shown: nothing missing, nothing twice, nothing that nobody said, in the same order. */
export function compare(
  where: string,
  acknowledged: ReadonlyArray<{ id: string; body: string }>,
  shown: ReadonlyArray<{ id: string; body: string }>,
) {
  const label = ({ id, body }: { id: string; body: string }) => `${where}: ${id} (${body})`;
  const place = new Map(acknowledged.map(({ id }, index) => [id, index]));
  const shownIds = new Set(shown.map(({ id }) => id));
  const seen = { ids: new Set<string>(), bodies: new Set<string>() };
  const lost = acknowledged.filter(({ id }) => !shownIds.has(id)).map(label);
  const doubled: string[] = [];
  const outOfOrder: string[] = [];
  let last = -1;
  for (const bubble of shown) {
    const at = place.get(bubble.id);
    // Every body is said once: the same words under another id are a second message.
    if (at === undefined || seen.ids.has(bubble.id) || seen.bodies.has(bubble.body)) doubled.push(label(bubble));
    seen.ids.add(bubble.id);
    seen.bodies.add(bubble.body);
    if (at !== undefined && at < last) outOfOrder.push(`${label(bubble)} after ${acknowledged[last]?.id}`);
    last = Math.max(last, at ?? last);
  }
  return { lost, doubled, outOfOrder };
}

/** Answers that never became "delivered", and receipts that were never applied. */
function behind({ name, answered, said, receipts }: Conversation, thread: Bubble[]): string[] {
  const ackOf = new Map(thread.map(({ id, ack }) => [id, ack]));
  const expected = [
    ...answered.map(({ id }) => ({ id, least: Math.max(2, receipts.get(id) ?? 0) })),
    ...said.filter(({ fromMe }) => fromMe).map(({ id }) => ({ id, least: Math.max(1, receipts.get(id) ?? 0) })),
  ];
  return expected
    .filter(({ id, least }) => (ackOf.get(id) ?? least) < least)
    .map(({ id, least }) => `${name}: ack of ${id} is ${ackOf.get(id)}, not ${least}`);
}

/** All tickets of the conversation, all pages, as an admin reads them: oldest first. */
export async function readThread({ company, connectionId, number }: Conversation, truth: CheckerDatabase): Promise<Bubble[]> {
  const tickets = await truth.rows<{ id: number }>(
    `
      select t.id
      from tickets t
      join contacts c on c.id = t.contact_id
      where t.company_id = $1 and t.connection_id = $2 and c.number = $3
      order by t.id`,
    [company.id, connectionId, number],
  );
  const thread: Bubble[] = [];
  for (const { id: ticketId } of tickets) {
    const pages: Bubble[][] = [];
    for (let pageNumber = 1, more = true; more; pageNumber += 1) {
      const page = await company.admin.ask(messagesApi.list, { params: { ticketId }, query: { pageNumber } });
      pages.unshift(page.messages.map(({ channelId, body, fromMe, ack }) => ({ id: channelId, body, fromMe, ack })));
      more = page.hasMore;
    }
    thread.push(...pages.flat());
  }
  return thread;
}

export const readPhone = ({ company, connectionId, number }: Conversation) =>
  company.admin.ask(simulatorApi.read, { params: { whatsappId: connectionId }, query: { number } });

async function runLimited<T, R>(items: readonly T[], atOnce: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async () => {
    for (let at = next++; at < items.length; at = next++) {
      const item = items[at];
      if (item !== undefined) results.push(await work(item));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

const titles: Record<keyof Findings, string> = {
  lost: 'lost',
  doubled: 'doubled',
  outOfOrder: 'out of order',
  stuck: 'stuck',
  acks: 'acks gone back',
  tickets: 'second live ticket',
  unread: 'unread miscounted',
  events: 'gaps in event numbers',
  unheard: 'unheard or repeated live',
  staleWrites: 'writes by an old epoch',
};

const maxShown = 20;
const keysOf = (findings: Findings) => Object.keys(titles).filter((key): key is keyof Findings => key in findings);
export const isClean = (findings: Findings) => keysOf(findings).every((key) => findings[key].length === 0);

export function table(findings: Findings): string {
  const keys = keysOf(findings);
  const lines = keys.map((key) => `${titles[key].padEnd(26)}${findings[key].length}`);
  const wrong = keys.flatMap((key) => findings[key].slice(0, maxShown).map((id) => `  ${titles[key]}: ${id}`));
  return [...lines, ...wrong].join('\n');
}
