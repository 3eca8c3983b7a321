import { setTimeout as sleep } from 'node:timers/promises';
import { messagesApi } from '@prosa/contracts/messages';
import { simulatorApi } from '@prosa/contracts/simulator';
import { ticketsApi } from '@prosa/contracts/tickets';
import { peopleOf } from '../server/test/browser.ts';
import { newTally, openCaller, Refused, type Tally } from './caller.ts';
import type { Company, Conversation, Ledger } from './ledger.ts';
import { answerPicture, writePicture } from './pictures.ts';
import type { Random } from './random.ts';
import { ticketOf } from './tickets.ts';
import { watch } from './watcher.ts';

export type TrafficOptions = {
  companies: number;
  connections: number;
  customers: number;
  inbound: number;
  outbound: number;
  /** So many of the messages, of either side, are pictures. */
  pictures?: number;
};
type Step = 'write' | 'own' | 'picture' | 'answer' | 'answerPicture' | 'read' | 'close';

export type Traffic = {
  ledger: Ledger;
  tally: Tally;
  /** Messages acknowledged so far, of both directions. */
  progress(): number;
  /** Lets that many messages be begun in all; the others wait. */
  allow(messages: number): void;
  /** Until that many are acknowledged. */
  reach(messages: number): Promise<void>;
  /** Changes the faults of the simulated networks. */
  changeFaults(): Promise<void>;
  clearFaults(): Promise<void>;
  /** All conversations to their end. */
  run(): Promise<void>;
  close(): Promise<void>;
};

/** Companies with their people, connections and customers. Made in calm: faults come later. */
export async function openTraffic(urls: readonly string[], random: Random, options: TrafficOptions): Promise<Traffic> {
  const tally = newTally();
  const companies: Company[] = [];
  for (let each = 0; each < options.companies; each += 1) companies.push(await makeCompany(urls, options, tally));
  const conversations = companies.flatMap((company) => conversationsOf(company, options.customers));
  const gate = openGate();
  const weather = random.fork('weather');
  const plans = planned(conversations.length, random, options);

  const setFaults = (choose: () => Faults) =>
    Promise.all(
      companies.flatMap(({ admin, connectionIds }) =>
        connectionIds.map((whatsappId) => admin.ask(simulatorApi.faults, { params: { whatsappId }, body: choose() })),
      ),
    );

  return {
    ledger: { companies, conversations },
    tally,
    progress: gate.done,
    allow: gate.allow,
    reach: gate.reach,
    changeFaults: async () => void (await setFaults(() => randomFaults(weather))),
    clearFaults: async () => void (await setFaults(() => ({ duplicate: false, reorder: false, delayMs: 0, failNextTransient: 0 }))),
    async run() {
      await Promise.all(
        conversations.map((conversation, place) => runConversation(conversation, plans[place] ?? [], random.fork(conversation.name), gate)),
      );
    },
    close: async () => void (await Promise.all(companies.map(({ watcher }) => watcher.close()))),
  };
}

type Faults = { duplicate: boolean; reorder: boolean; delayMs: number; failNextTransient: number };
const randomFaults = (random: Random): Faults => ({
  duplicate: random.chance(0.6),
  reorder: random.chance(0.6),
  delayMs: random.pick([0, 0, 0, 60, 400]),
  failNextTransient: random.pick([0, 0, 0, 2]),
});

async function makeCompany(urls: readonly string[], options: TrafficOptions, tally: Tally): Promise<Company> {
  const people = peopleOf(urls[0] ?? '');
  const admin = await people.company();
  const agent = await people.colleague(admin, 'user', { allTicket: 'enable' });
  const connectionIds: number[] = [];
  for (let each = 0; each < options.connections; each += 1)
    connectionIds.push(await people.connection(admin, { name: `Linha ${each + 1}` }));
  const caller = openCaller(urls, admin, tally);
  const watcher = watch(urls, caller);
  while (!watcher.isOn()) await sleep(10);
  return { id: admin.user.companyId, admin: caller, agent: openCaller(urls, agent, tally), agentId: agent.user.id, connectionIds, watcher };
}

/** The same customers write to every connection of a company: each time it is another conversation. */
function conversationsOf(company: Company, customers: number): Conversation[] {
  return company.connectionIds.flatMap((connectionId) =>
    Array.from({ length: customers }, (_, place): Conversation => {
      const number = String(5_511_900_000_000 + place);
      return {
        name: `${connectionId}-${place}`,
        company,
        connectionId,
        number,
        ticketId: undefined,
        said: [],
        answered: [],
        receipts: new Map(),
      };
    }),
  );
}

/** What happens in each conversation, in its order. The customer begins. */
function planned(conversations: number, random: Random, { inbound, outbound, pictures = 0 }: TrafficOptions): Step[][] {
  const share = (total: number, place: number) =>
    Math.floor((total * (place + 1)) / conversations) - Math.floor((total * place) / conversations);
  return Array.from({ length: conversations }, (_, place) => {
    const choices = random.fork(`plan ${place}`);
    const shown = share(pictures, place);
    const writes = Array.from({ length: share(inbound, place) }, (_each, nth): Step => {
      if (nth > 0 && nth <= Math.ceil(shown / 2)) return 'picture';
      return choices.chance(0.1) ? 'own' : 'write';
    });
    const answers = Array.from(
      { length: share(outbound, place) },
      (_each, nth): Step => (nth < Math.floor(shown / 2) ? 'answerPicture' : 'answer'),
    );
    const asides = Array.from({ length: Math.ceil(answers.length / 4) }, (): Step => (choices.chance(0.3) ? 'close' : 'read'));
    return ['write', ...choices.shuffle([...writes.slice(1), ...answers, ...asides])];
  });
}

/** Lets so many messages through, and tells how many have come to their end. */
function openGate() {
  let allowed = 0;
  let begun = 0;
  let ended = 0;
  const waiting = new Set<() => void>();
  const changed = () => new Promise<void>((resolve) => waiting.add(resolve));
  const tell = () => {
    const told = [...waiting];
    waiting.clear();
    for (const each of told) each();
  };
  return {
    done: () => ended,
    allow(messages: number) {
      allowed = Math.max(allowed, messages);
      tell();
    },
    async reach(messages: number) {
      while (ended < messages) await changed();
    },
    async pass(work: () => Promise<void>) {
      while (begun >= allowed) await changed();
      begun += 1;
      await work();
      ended += 1;
      tell();
    },
  };
}

type Gate = ReturnType<typeof openGate>;

async function runConversation(conversation: Conversation, steps: Step[], random: Random, gate: Gate): Promise<void> {
  const { company } = conversation;
  for (const [place, step] of steps.entries()) {
    const id = `${conversation.name}-${place}`;
    if (step === 'write' || step === 'own') await gate.pass(() => write(conversation, id, step === 'own', random));
    else if (step === 'picture') await gate.pass(() => writePicture(conversation, id));
    else if (step === 'answer') await gate.pass(() => answer(conversation, id, random));
    else if (step === 'answerPicture') await gate.pass(() => answerPicture(conversation, id));
    else if (step === 'read') await company.agent.ask(messagesApi.list, { params: { ticketId: await ticketOf(conversation) }, query: {} });
    else
      await company.agent
        .ask(ticketsApi.update, { params: { id: await ticketOf(conversation) }, body: { status: 'closed' } })
        .catch(unlessOnlyRefused);
    if (step === 'answer' && random.chance(0.3)) await readByCustomer(conversation, random);
  }
}

/** A ticket that was given back by a reopening is not the agent's to close. */
function unlessOnlyRefused(error: unknown): void {
  if (!(error instanceof Refused)) throw error;
}

/** The customer, or somebody on the company's own phone; the latter's receipt may overtake the message. */
async function write(
  { company, connectionId, number, said, receipts }: Conversation,
  id: string,
  fromMe: boolean,
  random: Random,
): Promise<void> {
  const { admin } = company;
  const body = `${fromMe ? 'own' : 'in'} ${id}`;
  await admin.ask(simulatorApi.write, {
    params: { whatsappId: connectionId },
    body: { number, name: `Cliente ${number.slice(-3)}`, id, body, fromMe },
  });
  said.push({ id, body, fromMe });
  if (!fromMe || !random.chance(0.6)) return;
  const ack = random.pick([2, 3]);
  await admin.ask(simulatorApi.receipt, { params: { whatsappId: connectionId }, body: { id, ack } });
  receipts.set(id, ack);
}

async function answer(conversation: Conversation, id: string, random: Random): Promise<void> {
  const { company, answered } = conversation;
  const { agent, agentId } = company;
  const ticketId = await ticketOf(conversation);
  const body = `out ${id}`;
  await agent.ask(ticketsApi.update, { params: { id: ticketId }, body: { status: 'open', userId: agentId } });
  const headers = { 'idempotency-key': id };
  const say = async () => {
    const said = await agent.ask(messagesApi.send, { params: { ticketId }, body: { body } }, headers);
    if (!('id' in said)) throw new Error('one text was answered with several messages');
    return said;
  };
  const message = await say();
  // A browser that missed the answer sends again: there must be no second effect, and the same answer.
  const again = random.chance(0.1) ? await say() : message;
  if (again.id !== message.id) throw new Error(`one key made two messages: ${message.id} and ${again.id}`);
  answered.push({ id: message.channelId, messageId: message.id, body });
}

/** Some earlier answer, if it has reached the phone yet. */
async function readByCustomer({ company, connectionId, answered, receipts }: Conversation, random: Random): Promise<void> {
  const earlier = answered[random.below(answered.length)];
  if (earlier === undefined) return;
  try {
    await company.admin.ask(simulatorApi.receipt, { params: { whatsappId: connectionId }, body: { id: earlier.id, ack: 3 } });
    receipts.set(earlier.id, 3);
  } catch (error) {
    if (!(error instanceof Refused && error.code === 'ERR_NO_MESSAGE_FOUND')) throw error;
  }
}
