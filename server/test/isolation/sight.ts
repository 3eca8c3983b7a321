import { messagesApi } from '@prosa/contracts/messages';
import { usersApi } from '@prosa/contracts/users';
import type { Route } from '../../src/platform/http/http.ts';
import type { Client } from '../browser.ts';
import { callOf, codeOf, idsOf, nameOf } from './calls.ts';
import type { Finding } from './catalogue.ts';
import { type IdPlace, placesOf } from './inputs.ts';
import { isAllowed } from './rights.ts';
import type { Rows } from './row-seeder.ts';
import type { Crew, Stage } from './stage.ts';

type Role = Exclude<keyof Crew, 'queueIds'>;
type TicketCase = {
  name: string;
  ticket: (crew: Crew) => { status: string; queue_id: number | null; user_id: number | null };
  once?: Role;
  /** What was said there was sent without a ticket; `lone` to somebody who never had one. */
  sent?: 'behind it' | 'lone';
  seenBy: Role[];
};

const roles: Role[] = ['idle', 'agent', 'neighbour', 'roamer', 'supervisor', 'admin'];

/** Agent and supervisor are of the first queue, the neighbour is of the second; the roamer takes what has no queue. */
const standings: TicketCase[] = [
  {
    name: 'waiting in the first queue',
    ticket: ({ queueIds }) => ({ status: 'pending', queue_id: queueIds[0], user_id: null }),
    seenBy: ['agent', 'supervisor', 'admin'],
  },
  {
    name: 'waiting in the second queue',
    ticket: ({ queueIds }) => ({ status: 'pending', queue_id: queueIds[1], user_id: null }),
    seenBy: ['neighbour', 'admin'],
  },
  { name: 'waiting without a queue', ticket: () => ({ status: 'pending', queue_id: null, user_id: null }), seenBy: ['roamer', 'admin'] },
  {
    name: 'served by the agent',
    ticket: ({ queueIds, agent }) => ({ status: 'open', queue_id: queueIds[0], user_id: agent.user.id }),
    seenBy: ['agent', 'supervisor', 'admin'],
  },
  {
    name: 'served by the neighbour',
    ticket: ({ queueIds, neighbour }) => ({ status: 'open', queue_id: queueIds[1], user_id: neighbour.user.id }),
    seenBy: ['neighbour', 'admin'],
  },
  {
    name: 'served by the admin in the first queue',
    ticket: ({ queueIds, admin }) => ({ status: 'open', queue_id: queueIds[0], user_id: admin.user.id }),
    seenBy: ['supervisor', 'admin'],
  },
  {
    name: 'closed in the first queue',
    ticket: ({ queueIds }) => ({ status: 'closed', queue_id: queueIds[0], user_id: null }),
    seenBy: ['agent', 'supervisor', 'admin'],
  },
  {
    name: 'closed in the second queue',
    ticket: ({ queueIds }) => ({ status: 'closed', queue_id: queueIds[1], user_id: null }),
    seenBy: ['neighbour', 'admin'],
  },
  {
    name: 'closed in the second queue, once the agent’s',
    ticket: ({ queueIds }) => ({ status: 'closed', queue_id: queueIds[1], user_id: null }),
    once: 'agent',
    seenBy: ['agent', 'neighbour', 'admin'],
  },
  {
    name: 'closed in the second queue, with a message behind it that has no ticket',
    ticket: ({ queueIds }) => ({ status: 'closed', queue_id: queueIds[1], user_id: null }),
    sent: 'behind it',
    seenBy: ['neighbour', 'admin'],
  },
  {
    name: 'waiting without a queue, beside a message to somebody who has no ticket',
    ticket: () => ({ status: 'pending', queue_id: null, user_id: null }),
    sent: 'lone',
    seenBy: ['roamer', 'admin'],
  },
];

/** Earlier rounds may have moved their tickets, while a check was taken away. */
let rounds = 0;
type Shown = TicketCase & { rows: Rows; word: string };

/** Inside one company: who sees which ticket, its thread, its history and its files, by every call that names one and by every list. */
export async function findSightErrors(stage: Stage, only = roles): Promise<Finding[]> {
  const { crew, id } = stage.a;
  const shown: Shown[] = [];
  rounds += 1;
  for (const [index, standing] of standings.entries()) {
    const word = `seychelles-${rounds}-${index}-`;
    const rows = await stage.furnish(id, 'own', undefined, {
      tickets: { ...standing.ticket(crew), last_message: word },
      messages: { body: word, user_id: null, ...(standing.sent && { ticket_id: null }) },
      ...(standing.once && { ticket_history: { to_value: `open user:${crew[standing.once].user.id}` } }),
    });
    if (standing.sent === 'lone')
      await stage.database.query('update tickets set contact_id = $1 where id = $2', [
        stage.a.rows.get('contacts')?.id,
        rows.get('tickets')?.id,
      ]);
    shown.push({ ...standing, rows, word });
  }
  const findings: Finding[] = [];
  // One after the other: by now they have hundreds of queues, and six such lists at once take a busy machine longer than a statement may.
  for (const role of only) findings.push(...(await lookAround(stage, role, shown)));
  return [...findings, ...(await findColleagueErrors(stage))];
}

const personal = ['ticket', 'message', 'media'];
const isPersonal = ({ part, refersTo }: IdPlace) => part === 'params' && personal.includes(refersTo);
/** Asks for one ticket, or one contact's thread, in its query, and for that alone. */
const isOfOneTicket = (route: Route) => ['GET /ticket-notes/list', 'GET /messages/thread'].includes(nameOf(route));

async function lookAround(stage: Stage, role: Role, shown: Shown[]): Promise<Finding[]> {
  const person = stage.a.crew[role];
  const rank = { profile: person.user.profile, super: false };
  const findings: Finding[] = [];
  for (const route of stage.routes.filter(({ policy }) => isAllowed(rank, policy))) {
    const places = placesOf(route.endpoint);
    if (places.some(isPersonal) || isOfOneTicket(route)) findings.push(...(await openEach(stage, route, role, shown)));
    else if (route.endpoint.method === 'GET' && places.every(({ part }) => part === 'query'))
      findings.push(...(await listAll(stage, route, role, shown)));
  }
  return findings;
}

/** Reading is tried on all of them; whatever changes something only on those that must be out of reach. */
async function openEach(stage: Stage, route: Route, role: Role, shown: Shown[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  const reads = route.endpoint.method === 'GET';
  for (const { name, rows, seenBy, sent } of shown) {
    // The message is in no thread of that ticket.
    if (sent === 'lone' && nameOf(route) === 'GET /messages/:ticketId') continue;
    const sees = seenBy.includes(role);
    if (sees && !reads) continue;
    const answer = await stage.ask(actorFor(stage.a.crew[role]), callOf(route.endpoint, idsOf(rows, stage.a.id)));
    const said = `${answer.status} ${codeOf(answer)}`.trim();
    if (said !== (sees ? '200' : '403 ERR_NO_PERMISSION'))
      findings.push({ where: `${nameOf(route)} as the ${role}, of a ticket ${name}`, what: `answers ${said}` });
  }
  return findings;
}

/** As it is, and by a search that every one of the tickets answers to. */
async function listAll(stage: Stage, route: Route, role: Role, shown: Shown[]): Promise<Finding[]> {
  const { queueIds } = stage.a.crew;
  // Of a queue or of a list of people that is named.
  const plain = callOf(route.endpoint, ({ path }) => {
    if (path === 'contactListId') return shown[0]?.rows.get('contact_lists')?.id;
    return nameOf(route) === 'GET /queue-options' && path === 'queueId' ? queueIds[0] : undefined;
  });
  const search = new URLSearchParams({ searchParam: 'seychelles' }).toString();
  const searching = { ...plain, path: `${plain.path}${plain.path.includes('?') ? '&' : '?'}${search}` };
  const findings: Finding[] = [];
  for (const [call, does] of [
    [plain, 'lists'],
    [searching, 'finds'],
  ] as const) {
    const { status, text } = await stage.ask(actorFor(stage.a.crew[role]), call);
    if (status >= 500) findings.push({ where: `${nameOf(route)} as the ${role}`, what: `fails: ${status}` });
    const open = shown.filter(({ word, seenBy }) => text.includes(word) && !seenBy.includes(role));
    findings.push(...open.map(({ name }) => ({ where: `${nameOf(route)} as the ${role}`, what: `${does} a ticket ${name}` })));
  }
  return findings;
}

const actorFor = (client: Client) => ({ name: client.user.email, credential: 'good' as const, token: () => client.token });

/** People are their own masters only: nobody edits a colleague or raises themselves without the right to. */
async function findColleagueErrors(stage: Stage): Promise<Finding[]> {
  const { agent, supervisor, admin } = stage.a.crew;
  const findings: Finding[] = [];
  for (const person of [agent, supervisor]) {
    const other = await person.send(usersApi.update, { params: { id: admin.user.id }, body: { name: 'Renamed' } });
    if (other.status !== 403) findings.push({ where: `${person.user.profile} edits the admin`, what: `answers ${other.status}` });
    const self = await person.call(usersApi.update, {
      params: { id: person.user.id },
      body: { profile: 'admin', allTicket: 'enable', queueIds: stage.a.crew.queueIds },
    });
    if (self.profile !== person.user.profile || self.allTicket !== 'disable' || self.queues.length !== 1)
      findings.push({ where: `${person.user.profile} edits themselves`, what: 'gained rights' });
  }
  const rows = await stage.furnish(stage.a.id, 'own', agent.user.id, { tickets: { queue_id: stage.a.crew.queueIds[0] } });
  const messageId = Number(rows.get('messages')?.id);
  const resend = await supervisor.send(messagesApi.resend, { params: { messageId } });
  if (resend.status !== 403) findings.push({ where: 'the supervisor sends the agent’s message again', what: `answers ${resend.status}` });
  return findings;
}
