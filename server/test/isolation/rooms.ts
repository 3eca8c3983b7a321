import { announcementLive } from '@prosa/contracts/announcements';
import { connectionsApi } from '@prosa/contracts/connections';
import { liveEventName } from '@prosa/contracts/kit';
import { CaughtUp } from '@prosa/contracts/live';
import { messagesApi } from '@prosa/contracts/messages';
import { queuesApi } from '@prosa/contracts/queues';
import { simulatorApi } from '@prosa/contracts/simulator';
import { ticketsApi } from '@prosa/contracts/tickets';
import { usersApi } from '@prosa/contracts/users';
import { z } from 'zod';
import { sendToContact } from '../../src/capabilities/messages/contact-messages.actions.ts';
import { inScope } from '../../src/platform/database/scope.ts';
import { tellEveryCompany } from '../../src/platform/live/every-company.ts';
import { type Client, checkEvent } from '../browser.ts';
import type { Finding } from './catalogue.ts';
import { eventually, patience } from './eventually.ts';
import { findPayerLeaks, openPayer } from './payer.ts';
import { type Company, type Crew, canary, companyCanary, type Stage } from './stage.ts';

type Role = Exclude<keyof Crew, 'queueIds'>;
type RoleListener = Awaited<ReturnType<Client['listen']>> & { role: string };
/** Connections: one of each company in its first queue, and one of A that waits for its QR code to be scanned. */
export type Lines = { a: number; spare: number; b: number };

/** Who hears of a ticket in the first queue of A, waiting or served by the agent. */
const hearers: Role[] = ['agent', 'supervisor', 'admin'];
const roles: Role[] = ['idle', 'agent', 'mate', 'neighbour', 'roamer', 'supervisor', 'admin'];
/** Names without a company's number: what the server says of itself, of a ticket's lookers-on, and to every company alike. */
const ofNoCompany = ['head', 'ready', 'ticketPresence', liveEventName(0, announcementLive)];
let rounds = 0;
let notices = 0;

export async function openLines({ world, a, b }: Stage): Promise<Lines> {
  const [ours, theirs, spare] = await Promise.all([
    world.connection(a.crew.admin, { name: 'Linha', queueIds: [a.crew.queueIds[0]] }),
    world.connection(b.crew.admin, { name: `${canary} linha`, queueIds: [b.crew.queueIds[0]] }),
    a.crew.admin.call(connectionsApi.create, { body: { name: 'Reserva', provider: 'simulator' } }),
  ]);
  return { a: ours, b: theirs, spare: spare.id };
}

/** While both companies are busy: nobody of A hears of B, whatever they ask for; and inside A, nobody hears more than they may see. */
export async function findRoomLeaks(stage: Stage, lines: Lines): Promise<Finding[]> {
  const word = `mauritius-${++rounds}-`;
  const ears: RoleListener[] = await Promise.all(roles.map(async (role) => ({ ...(await stage.a.crew[role].listen()), role })));
  const control = await stage.b.crew.admin.listen();
  const payer = await openPayer(stage);
  try {
    const asked = await askForMore(stage, ears);
    const ticketId = await beBusy(stage.a, lines.a, `${word}oi`);
    await Promise.all([
      beBusy(stage.b, lines.b, `${canary} oi`),
      stage.a.crew.admin.call(connectionsApi.newQr, { params: { id: lines.spare } }),
    ]);
    const heardQr = () => ears.some(({ heard }) => JSON.stringify(heard).includes(`simulator:${lines.spare}:`));
    if (!(await eventually(heardQr))) return [{ where: 'the QR code', what: 'was heard by nobody' }];
    await announce(stage);
    await sendWithoutTicket(stage, `${word}campanha`);
    const missed = [...(await waitForAll(stage.b, [control])), ...(await waitForAll(stage.a, ears))];
    const caughtUp = await Promise.all(ears.map(catchUp));
    const followed = await followTicket(ears, ticketId);
    const found = ears.flatMap((ear, index) => judge(stage, lines, ear, JSON.stringify([ear.heard, caughtUp[index]]), word));
    return [...asked, ...missed, ...found, ...followed, ...(await findPayerLeaks(stage, payer)), ...(await findEndedSessionLeaks(stage))];
  } finally {
    for (const { socket } of [...ears, control, payer]) socket.disconnect();
  }
}

/** A customer writes, an agent accepts and answers, the customer writes again, people and queues change. */
async function beBusy({ crew: { admin, agent, idle } }: Company, whatsappId: number, text: string): Promise<number> {
  const number = `55219${String(80_000_000 + rounds)}`;
  const say = (body: string) => admin.call(simulatorApi.write, { params: { whatsappId }, body: { number, name: text, body } });
  await say(text);
  let id = 0;
  await eventually(async () => {
    const { tickets } = await agent.call(ticketsApi.list, { query: { status: 'pending' } });
    id = tickets.find(({ contact }) => contact.number === number)?.id ?? 0;
    return id > 0;
  });
  await agent.call(ticketsApi.update, { params: { id }, body: { status: 'open', userId: agent.user.id } });
  await agent.call(messagesApi.send, { params: { ticketId: id }, body: { body: `${text} ola` } });
  await say(`${text} obrigado`);
  await eventually(async () => (await agent.call(messagesApi.list, { params: { ticketId: id }, query: {} })).count === 3);
  await admin.call(usersApi.update, { params: { id: idle.user.id }, body: { name: text.slice(0, 50) } });
  await admin.call(connectionsApi.update, { params: { id: whatsappId }, body: { outOfHoursMessage: text } });
  return id;
}

/** A campaign reaches somebody whose last ticket was closed in the first queue of A. */
async function sendWithoutTicket({ world, furnish, a }: Stage, body: string): Promise<void> {
  const rows = await furnish(a.id, 'own', undefined, { tickets: { status: 'closed', queue_id: a.crew.queueIds[0], user_id: null } });
  await inScope(world.server.platform, { companyId: a.id }, (scope) =>
    sendToContact(scope, Number(rows.get('contacts')?.id), Number(rows.get('connections')?.id), { body, origin: 'campaign', why: 'own' }),
  );
}

/** To every company, and of none. */
const announce = ({ world }: Stage) =>
  tellEveryCompany(world.server.platform, async (_tx, emit) => emit(announcementLive, { action: 'delete', id: rounds }));

/** Everybody of a company hears of its queues; who has heard of this one has heard all that came before. */
async function waitForAll({ crew: { admin } }: Company, ears: Array<{ heard: RoleListener['heard']; role?: string }>): Promise<Finding[]> {
  const color = `#${(0x200000 + ++notices).toString(16)}`;
  const { id } = await admin.call(queuesApi.create, { body: { name: `Aviso ${color}`, color } });
  await admin.call(queuesApi.remove, { params: { id } });
  const hasHeard = ({ heard }: { heard: RoleListener['heard'] }) =>
    heard.some(({ data }) => data.action === 'delete' && data.queueId === id) &&
    heard.some(({ name, data }) => name === liveEventName(0, announcementLive) && data.id === rounds);
  await eventually(() => ears.every(hasHeard));
  return ears
    .filter((ear) => !hasHeard(ear))
    .map(({ role }) => ({ where: `the ear of the ${role ?? 'admin of B'}`, what: 'does not hear its own company' }));
}

function judge({ a, b }: Stage, lines: Lines, { role, heard }: RoleListener, everything: string, word: string): Finding[] {
  const text = everything.toLowerCase();
  const isHearer = hearers.some((hearer) => hearer === role);
  const isMate = role === 'mate';
  const what = [
    heard.some(({ name }) => !name.startsWith(`company-${a.id}-`) && !ofNoCompany.includes(name)) &&
      'heard an event that is not of the company',
    (text.includes(canary) || text.includes(companyCanary) || text.includes(`company-${b.id}-`)) && 'heard something of company B',
    isMate && new RegExp(`${word}oi (ola|obrigado)`).test(text) && 'heard of what another agent serves',
    !isHearer &&
      !isMate &&
      heard.some((each) => /ticket|appMessage/i.test(each.name) && JSON.stringify(each).includes(word)) &&
      'heard of a ticket of another queue',
    !isHearer &&
      !isMate &&
      new RegExp(`"(message|lastMessage)":[^}]*${word}`).test(everything) &&
      'caught up with a ticket of another queue',
    !isHearer && heard.some(({ name }) => name === 'ticketPresence') && 'heard who is at a ticket of another queue',
    (isHearer || isMate) && !text.includes(word) && 'heard nothing of its own queue',
    (isHearer || isMate) && !text.includes(`${word}campanha`) && 'heard nothing of a message without a ticket',
    role !== 'admin' && text.includes(`simulator:${lines.spare}:`) && 'heard a QR code',
    /"(token|tokenSealed|tokenHash|passwordHash)"/.test(everything) && 'heard a secret',
  ];
  return what.filter((each) => each !== false).map((each) => ({ where: `the ear of the ${role}`, what: each }));
}

const crookedIds = (theirs: unknown) => [
  theirs,
  String(theirs),
  2_000_000_111,
  Number.MAX_SAFE_INTEGER,
  -1,
  'tickets',
  `company-${String(theirs)}`,
  { id: theirs },
  [theirs],
  null,
  'x'.repeat(1000),
];

/** Rooms are the server's to compute: no join of B's, of nothing's or of nonsense is granted. */
async function askForMore({ b }: Stage, ears: RoleListener[]): Promise<Finding[]> {
  const found = ears.map(async ({ socket, role }) => {
    const findings: Finding[] = [];
    for (const value of crookedIds(b.rows.get('tickets')?.id)) {
      const chat: { ok?: boolean } = await socket.timeout(patience).emitWithAck('joinChatBox', value);
      const list: { ok?: boolean } = await socket.timeout(patience).emitWithAck('joinTickets', value);
      if (chat.ok || list.ok)
        findings.push({ where: `a join of ${JSON.stringify(value).slice(0, 40)} by the ${role}`, what: 'was granted' });
    }
    return findings;
  });
  return (await Promise.all(found)).flat();
}

async function followTicket(ears: RoleListener[], ticketId: number): Promise<Finding[]> {
  const found = ears.map(async ({ socket, role }) => {
    const { ok }: { ok?: boolean } = await socket.timeout(patience).emitWithAck('joinChatBox', ticketId);
    return ok === hearers.some((hearer) => hearer === role)
      ? []
      : [{ where: `the ${role} follows the agent’s ticket`, what: ok ? 'was granted' : 'was refused' }];
  });
  return (await Promise.all(found)).flat();
}

/** What a browser of theirs would be told after a break. */
async function catchUp({ socket }: RoleListener): Promise<CaughtUp> {
  const { head = 0 }: { head?: number } = await socket.timeout(patience).emitWithAck('catchUp', { since: 2 ** 40 });
  const answer = CaughtUp.parse(await socket.timeout(patience).emitWithAck('catchUp', { since: Math.max(1, head - 300) }));
  for (const { name, data } of 'events' in answer ? answer.events : []) checkEvent(name, z.record(z.string(), z.unknown()).parse(data));
  return answer;
}

/** A session that has ended hears nothing more. */
async function findEndedSessionLeaks({ a }: Stage): Promise<Finding[]> {
  const { idle } = a.crew;
  const { socket, heard } = await idle.listen();
  await idle.logIn(idle.user.email);
  if (!(await eventually(() => socket.disconnected, 3_000))) {
    socket.disconnect();
    return [{ where: 'a socket of an ended session', what: 'stays open' }];
  }
  const before = heard.length;
  await waitForAll(a, []);
  return heard.length > before ? [{ where: 'a socket of an ended session', what: 'goes on hearing' }] : [];
}
