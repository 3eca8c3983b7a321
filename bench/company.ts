import type { Row } from './copy.ts';
import { type Random, seeded } from './random.ts';
import { personName, phoneNumber, randomMessage } from './words.ts';

export type Size = { contacts: number; tickets: number; messages: number; users: number; queues: number };
export type Ids = { companyId: number; users: number[]; queues: number[]; connections: number[] };

const day = 86_400_000;
const span = 730 * day;
/** So many conversations go on at the same time: their messages lie side by side on disk, as they do in life. */
const maxConcurrentConversations = 64;
const longest = 5_000;

type Ticket = {
  id: number;
  contact: number;
  connection: number;
  user: number | null;
  queue: number | null;
  status: 'pending' | 'open' | 'closed';
  from: number;
  to: number;
  messages: number;
  last: string;
  unread: number;
};

export const contactColumns = ['id', 'company_id', 'name', 'number', 'email', 'created_at', 'updated_at'];

export function* contactRows({ companyId }: Ids, { contacts }: Size, now: number): Generator<Row> {
  const random = seeded(1);
  for (let place = 1; place <= contacts; place += 1) {
    const at = iso(now - random.below(span));
    const email = random.next() < 0.2 ? `cliente${place}@exemplo.com.br` : '';
    yield [place, companyId, personName(random), phoneNumber(place), email, at, at];
  }
}

/** Tickets from the oldest to the newest. Few contacts come often, most come once or never; nearly all tickets are closed. */
export function makeTickets(ids: Ids, size: Size, now: number): Ticket[] {
  const random = seeded(2);
  const counts = messageCounts(random, size);
  const live = new Set<string>();
  const queue = () => (random.next() < 0.9 ? random.pick(ids.queues) : null);
  return counts.map((messages, index) => {
    const from = now - span + Math.floor((span * index) / size.tickets);
    const contact = 1 + random.skewed(size.contacts, 2);
    const connection = ids.connections[random.skewed(ids.connections.length, 2)] ?? 0;
    const status = statusOf(random, index / size.tickets, live, `${contact}:${connection}`);
    const to = Math.min(now, from + random.below(2 * day));
    const user = status === 'pending' ? null : random.pick(ids.users);
    return {
      id: index + 1,
      contact,
      connection,
      user,
      queue: queue(),
      status,
      from,
      to,
      messages,
      last: randomMessage(random, random.next() < 0.5),
      unread: status === 'closed' ? 0 : random.below(5),
    };
  });
}

function statusOf(random: Random, age: number, live: Set<string>, conversation: string): Ticket['status'] {
  // What is not closed is recent: from the last fifth of the time.
  if (age < 0.8 || random.next() > 0.15 || live.has(conversation)) return 'closed';
  live.add(conversation);
  return random.next() < 0.35 ? 'pending' : 'open';
}

/** Most conversations are short, some are long, and the newest is very long; together as many messages as were asked for. */
function messageCounts(random: Random, { tickets, messages }: Size): number[] {
  const weights = Array.from({ length: tickets }, () => 1 + random.skewed(60, 3));
  const veryLong = Math.min(longest, Math.floor(messages / 20));
  const scale = (messages - veryLong) / weights.reduce((sum, weight) => sum + weight, 0);
  const counts = weights.map((weight) => Math.max(1, Math.round(weight * scale)));
  counts[tickets - 1] = veryLong;
  return counts;
}

export const ticketColumns = [
  'id',
  'company_id',
  'code',
  'status',
  'user_id',
  'queue_id',
  'connection_id',
  'contact_id',
  'last_message',
  'unread_messages',
  'closed_at',
  'created_at',
  'updated_at',
];

export function* ticketRows({ companyId }: Ids, tickets: Ticket[]): Generator<Row> {
  for (const { id, status, user, queue, connection, contact, last, unread, from, to } of tickets) {
    const code = `${iso(from).slice(0, 10).replaceAll('-', '')}${String(id).padStart(6, '0')}`;
    yield [
      id,
      companyId,
      code,
      status,
      user,
      queue,
      connection,
      contact,
      last,
      unread,
      status === 'closed' ? iso(to) : null,
      iso(from),
      iso(to),
    ];
  }
}

export const historyColumns = ['company_id', 'ticket_id', 'at', 'user_id', 'what', 'from_value', 'to_value'];

export function* historyRows({ companyId }: Ids, tickets: Ticket[]): Generator<Row> {
  for (const { id, status, user, from, to } of tickets) {
    yield [companyId, id, iso(from), null, 'create', null, 'pending'];
    if (status === 'pending') continue;
    yield [companyId, id, iso(from + (to - from) / 10), user, 'accept', 'pending', `open user:${user}`];
    if (status === 'closed') yield [companyId, id, iso(to), user, 'resolve', `open user:${user}`, `closed user:${user}`];
  }
}

export const messageColumns = [
  'company_id',
  'ticket_id',
  'connection_id',
  'contact_id',
  'chat',
  'from_me',
  'channel_id',
  'user_id',
  'body',
  'ack',
  'read',
  'created_at',
  'received_at',
];

export function* messageRows(ids: Ids, tickets: Ticket[]): Generator<Row> {
  const random = seeded(3);
  const speaking: Array<{ ticket: Ticket; spoken: number }> = [];
  let next = 0;
  for (;;) {
    while (speaking.length < maxConcurrentConversations && next < tickets.length) {
      const ticket = tickets[next++];
      if (ticket) speaking.push({ ticket, spoken: 0 });
    }
    if (speaking.length === 0) return;
    const place = random.below(speaking.length);
    const conversation = speaking[place];
    if (!conversation) return;
    yield messageRow(ids, random, conversation.ticket, conversation.spoken++);
    if (conversation.spoken < conversation.ticket.messages) continue;
    const last = speaking.pop();
    if (last && last !== conversation) speaking[place] = last;
  }
}

function messageRow({ companyId }: Ids, random: Random, ticket: Ticket, spoken: number): Row {
  const { id, connection, contact, user, from, to, messages } = ticket;
  const fromMe = user !== null && spoken > 0 && random.next() < 0.45;
  const at = iso(from + ((to - from) * (spoken + 1)) / messages);
  const isNew = ticket.status !== 'closed' && spoken >= messages - ticket.unread;
  const channelId = `3EB0${(id * 100_000 + spoken).toString(16).toUpperCase().padStart(16, '0')}`;
  return [
    companyId,
    id,
    connection,
    contact,
    phoneNumber(contact),
    fromMe,
    channelId,
    fromMe ? user : null,
    randomMessage(random, fromMe),
    fromMe ? 3 : 0,
    fromMe || !isNew,
    at,
    at,
  ];
}

const iso = (at: number) => new Date(at).toISOString();
