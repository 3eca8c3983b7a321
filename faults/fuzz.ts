import { setTimeout as sleep } from 'node:timers/promises';
import { connectionsApi } from '@prosa/contracts/connections';
import { contactsApi } from '@prosa/contracts/contacts';
import type { Endpoint, RequestOf } from '@prosa/contracts/kit';
import { messagesApi } from '@prosa/contracts/messages';
import { queuesApi } from '@prosa/contracts/queues';
import { simulatorApi } from '@prosa/contracts/simulator';
import { tagsApi } from '@prosa/contracts/tags';
import { ticketNotesApi } from '@prosa/contracts/ticket-notes';
import { ticketsApi } from '@prosa/contracts/tickets';
import { type Client, peopleOf } from '../server/test/browser.ts';
import { type CheckerDatabase, openCheckerDatabase } from './checker-database.ts';
import { type HostileText, hostileTexts } from './hostile-texts.ts';
import { embeddedUrl } from './node.ts';
import type { Supervisor } from './supervisor.ts';

export type FuzzOptions = {
  texts: number;
  /** No call takes longer, in milliseconds. */
  longest: number;
  /** The longest text, in UTF-16 units; as long as any may be unless said. */
  most?: number;
};
export type FuzzFindings = {
  texts: number;
  calls: number;
  refused: number;
  seconds: number;
  slowest: string;
  /** Calls that took too long, and did so again each time they were tried. */
  slow: string[];
  /** Calls that were answered with 5xx or not at all. */
  failed: string[];
  /** Messages that were taken and never became part of a conversation. */
  stuck: number;
  quarantined: number;
};
export const isUnharmed = ({ slow, failed, stuck, quarantined }: FuzzFindings) =>
  slow.length === 0 && failed.length === 0 && stuck === 0 && quarantined === 0;

const maxConcurrent = 2;
const customers = 40;

/** Hostile texts through everything that takes a text: what customers write and call themselves, searches, names, notes. */
export async function fuzz(
  supervisor: Supervisor,
  seed: string,
  options: FuzzOptions,
  say: (line: string) => void = () => undefined,
): Promise<FuzzFindings> {
  const node = await supervisor.node();
  await node.start();
  const office = await openOffice(node.url);
  const findings: FuzzFindings = {
    texts: 0,
    calls: 0,
    refused: 0,
    seconds: 0,
    slowest: '',
    slow: [],
    failed: [],
    stuck: 0,
    quarantined: 0,
  };
  const truth = await openCheckerDatabase(await embeddedUrl(node.dataDir));
  const begun = performance.now();
  const ask = openAsking(office.admin, options.longest, findings);
  const texts = hostileTexts(seed, options.texts, options.most);
  let accepted = 0;
  const work = async () => {
    for (const { kind, text } of texts) {
      findings.texts += 1;
      const place = findings.texts;
      if (await tryText(office, ask, place, { kind, text })) accepted += 1;
      if (place % 1_000 === 0) say(`${place} texts, ${findings.calls} calls, slowest: ${findings.slowest}`);
    }
  };
  try {
    await Promise.all(Array.from({ length: maxConcurrent }, work));
    Object.assign(findings, await settle(truth, office.companyId, accepted));
    findings.seconds = (performance.now() - begun) / 1000;
    return findings;
  } finally {
    await truth.close();
  }
}

type Office = Awaited<ReturnType<typeof openOffice>>;

async function openOffice(url: string) {
  const people = peopleOf(url);
  const admin = await people.company();
  const whatsappId = await people.connection(admin);
  const queueId = await people.queue(admin);
  // Whoever writes is read by a bot as well.
  const queueIds = [queueId, await people.queue(admin, 'Suporte', '#C4281C')];
  await admin.call(connectionsApi.update, { params: { id: whatsappId }, body: { queueIds, greetingMessage: 'Olá!' } });
  const { id: tagId } = await admin.call(tagsApi.create, { body: { name: 'Etiqueta' } });
  const { id: contactId } = await admin.call(contactsApi.create, { body: { name: 'Cliente', number: '5511988887777' } });
  const { id: ticketId } = await admin.call(ticketsApi.create, { body: { contactId } });
  return { admin, companyId: admin.user.companyId, whatsappId, queueId, tagId, contactId, ticketId };
}

type Ask = <E extends Endpoint>(what: string, endpoint: E, request: RequestOf<E>) => Promise<boolean>;

/** Whether the message was taken; some texts are refused. */
async function tryText({ whatsappId, contactId, ticketId, tagId, queueId }: Office, ask: Ask, place: number, { kind, text }: HostileText) {
  const body = { number: String(5_511_900_000_000 + (place % customers)), id: `fuzz-${place}`, name: text.slice(0, 100), body: text };
  const isTaken = await ask(`${kind} #${place} written`, simulatorApi.write, { params: { whatsappId }, body });
  const query = { searchParam: text.slice(0, 500) };
  await ask(`${kind} #${place} among tickets`, ticketsApi.list, { query: { ...query, showAll: 'true' } });
  await ask(`${kind} #${place} among contacts`, contactsApi.list, { query });
  await ask(`${kind} #${place} among messages`, messagesApi.search, { query });
  const name = text.slice(0, 50);
  const extraInfo = [{ name: text.slice(0, 100), value: text.slice(0, 1_000) }];
  await ask(`${kind} #${place} as a name`, contactsApi.update, { params: { id: contactId }, body: { name, extraInfo } });
  await ask(`${kind} #${place} as a note`, ticketNotesApi.create, { body: { ticketId, note: text.slice(0, 10_000) } });
  if (place % 5 === 0) {
    await ask(`${kind} #${place} as a tag`, tagsApi.update, { params: { id: tagId }, body: { name } });
    await ask(`${kind} #${place} as a queue`, queuesApi.update, {
      params: { id: queueId },
      body: { name, greetingMessage: text.slice(0, 10_000) },
    });
  }
  return isTaken;
}

const tries = 3;

/** Calls and notes how long it took. What took too long is tried again: only what does so each time is the text's doing. */
function openAsking(client: Client, longest: number, findings: FuzzFindings): Ask {
  let slowest = 0;
  return async (what, endpoint, request) => {
    for (let attempt = 1; ; attempt += 1) {
      const begun = performance.now();
      const answer = await client.send(endpoint, request).catch((error: unknown) => ({ status: 0, body: String(error) }));
      const took = performance.now() - begun;
      findings.calls += 1;
      if (took > slowest) {
        slowest = took;
        findings.slowest = `${Math.round(took)} ms, ${what}`;
      }
      if (answer.status === 0 || answer.status >= 500) findings.failed.push(`${answer.status} ${what}: ${JSON.stringify(answer.body)}`);
      if (took > longest && attempt < tries) continue;
      if (took > longest) findings.slow.push(`${Math.round(took)} ms, ${what}`);
      if (answer.status >= 400) findings.refused += 1;
      return answer.status === 200;
    }
  };
}

const patience = 120_000;

/** Until all that was taken has become a message, or long enough was waited. */
async function settle(truth: CheckerDatabase, companyId: number, accepted: number): Promise<Pick<FuzzFindings, 'stuck' | 'quarantined'>> {
  const ends = Date.now() + patience;
  for (;;) {
    const [row] = await truth.rows<{ arrived: number; aside: number }>(
      `select (select count(*)::int from messages where company_id = $1 and channel_id like 'fuzz-%') as arrived,
        (select count(*)::int from inbox where company_id = $1 and tries > 0) as aside`,
      [companyId],
    );
    const { arrived = 0, aside = 0 } = row ?? {};
    if (arrived >= accepted || Date.now() > ends) return { stuck: accepted - arrived, quarantined: aside };
    await sleep(200);
  }
}

export function fuzzReport(findings: FuzzFindings): string {
  const { texts, calls, refused, seconds, slowest, slow, failed, stuck, quarantined } = findings;
  const some = (lines: string[]) => lines.slice(0, 20).map((line) => `\n  ${line.slice(0, 300)}`);
  return [
    `hostile texts             ${texts}, ${calls} calls in ${seconds.toFixed(1)} s, ${refused} refused`,
    `slowest call              ${slowest}`,
    `calls over the bound      ${slow.length}${some(slow).join('')}`,
    `answered with 5xx         ${failed.length}${some(failed).join('')}`,
    `stuck, set aside          ${stuck}, ${quarantined}`,
  ].join('\n');
}
