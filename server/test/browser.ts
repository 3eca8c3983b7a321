import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { announcementLive } from '@prosa/contracts/announcements';
import { campaignLive, campaignSettingsLive } from '@prosa/contracts/campaigns';
import { chatLive, chatOfUserLive, chatsLive } from '@prosa/contracts/chats';
import { companiesApi } from '@prosa/contracts/companies';
import { companyLive } from '@prosa/contracts/company-live';
import { connectionLive, connectionSessionLive, connectionsApi } from '@prosa/contracts/connections';
import { contactListItemLive, contactListItemsLive, contactListLive } from '@prosa/contracts/contact-lists';
import { contactLive, contactsImportLive } from '@prosa/contracts/contacts';
import { refusals } from '@prosa/contracts/errors';
import { helpLive } from '@prosa/contracts/helps';
import { holidayLive } from '@prosa/contracts/holidays';
import { type Endpoint, type LiveChannel, type LiveFamily, liveEventName, type ReplyOf, type RequestOf } from '@prosa/contracts/kit';
import { Head, Refused, TicketPresence } from '@prosa/contracts/live';
import { type Message, messageLive, messagesApi } from '@prosa/contracts/messages';
import { paymentLive } from '@prosa/contracts/payment-live';
import type { Profile } from '@prosa/contracts/permissions';
import { queueLive, queuesApi } from '@prosa/contracts/queues';
import { quickMessageLive } from '@prosa/contracts/quick-messages';
import { savedFilterLive } from '@prosa/contracts/saved-filters';
import { scheduleLive } from '@prosa/contracts/schedules';
import { authLive, type SessionUser, sessionApi } from '@prosa/contracts/session';
import { settingsLive } from '@prosa/contracts/settings';
import { simulatorApi } from '@prosa/contracts/simulator';
import { tagLive } from '@prosa/contracts/tags';
import { ticketNoteLive } from '@prosa/contracts/ticket-notes';
import { customerLive, ticketLive } from '@prosa/contracts/tickets';
import { userLive, usersApi } from '@prosa/contracts/users';
import { webhookLive } from '@prosa/contracts/webhooks';
import { io, type Socket } from 'socket.io-client';
import { z } from 'zod';

export const password = 'segredo-da-empresa';
let people = 0;
const unique = () => `${process.pid}-${++people}-${Date.now()}`;

export type RawAnswer = { status: number; body: unknown; headers: Headers };
export type ReceivedEvent = { name: string; data: Record<string, unknown> };
export type RawRequest = { body?: unknown; headers?: Record<string, string>; form?: FormData };
export type Client = ReturnType<typeof openBrowser>;

/** A reply says what its contract says, no more and no less; a refusal is one of the contract's, under its own status. */
export function checkReply({ method, path, reply }: Endpoint, status: number, body: unknown): void {
  if (status < 300) assert.deepEqual(body, reply.parse(body), `${method} ${path} says more or less than its contract`);
  if (status < 400) return;
  const { error } = z.looseObject({ error: z.string() }).parse(body);
  assert.equal(status, statuses.get(error), `${method} ${path} refuses with ${error}`);
}

const statuses = new Map<string, number>(Object.entries(refusals));
const channels: LiveChannel[] = [
  userLive,
  authLive,
  connectionLive,
  connectionSessionLive,
  ticketLive,
  customerLive,
  messageLive,
  queueLive,
  contactLive,
  contactsImportLive,
  ticketNoteLive,
  tagLive,
  settingsLive,
  companyLive,
  paymentLive,
  helpLive,
  holidayLive,
  quickMessageLive,
  savedFilterLive,
  chatsLive,
  scheduleLive,
  contactListLive,
  contactListItemLive,
  campaignLive,
  campaignSettingsLive,
  webhookLive,
];
const families: Array<Pick<LiveFamily, 'template' | 'message'>> = [chatLive, chatOfUserLive, contactListItemsLive];
/** Every event by the shape of its name on the wire. */
const contracts = [
  ...channels.map(({ name, message }) => ({ shape: new RegExp(`^company-\\d+-${name}$`), message })),
  ...families.map(({ template, message }) => ({
    shape: new RegExp(`^company-\\d+-${template.replace(/\{\w+\}/g, '\\d+')}$`),
    message,
  })),
  { shape: new RegExp(`^${liveEventName(0, announcementLive)}$`), message: announcementLive.message },
];

/** The same for what is heard. An event of a channel that is not listed here, or not as contracted, ends the test run. */
export function checkEvent(name: string, { seq, ...data }: Record<string, unknown>): void {
  // Said to who looks at the same ticket now, and not again after a break: it has no number.
  if (name === 'ticketPresence') {
    assert.deepEqual(data, TicketPresence.parse(data));
    return;
  }
  if (name === 'refused') {
    assert.deepEqual(data, Refused.parse(data));
    return;
  }
  Head.parse({ seq });
  if (name === 'head' || name === 'ready') return;
  const channel = contracts.find(({ shape }) => shape.test(name));
  assert.ok(channel, `no contract has an event ${name}`);
  assert.deepEqual(data, channel.message.parse(data), `the event ${name} says more or less than its contract`);
}

/** A browser at a server's address, signed in or not yet. */
export function openBrowser(url: string, sockets: Socket[] = []) {
  let token = '';
  let cookie = '';
  let user: SessionUser | undefined;

  async function raw(method: string, path: string, { body, headers, form }: RawRequest = {}): Promise<RawAnswer> {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(cookie && { cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(form && { body: form }),
    });
    const set = response.headers.getSetCookie().find((each) => each.startsWith('jrt='));
    if (set) cookie = set.split(';', 1)[0] ?? '';
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return { status: response.status, body: isJson && text !== '' ? JSON.parse(text) : text, headers: response.headers };
  }

  /** What comes over the wire is exactly what the contract says, no more and no less. */
  async function send<E extends Endpoint>(endpoint: E, request: RequestOf<E>, headers?: Record<string, string>): Promise<RawAnswer> {
    const parts: { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown } = request;
    const path = endpoint.path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(parts.params?.[key])));
    const search = new URLSearchParams();
    for (const [key, value] of Object.entries(parts.query ?? {})) search.set(key, String(value));
    return raw(endpoint.method, search.size > 0 ? `${path}?${search.toString()}` : path, { body: parts.body, ...(headers && { headers }) });
  }

  /** Call and expect success. */
  async function call<E extends Endpoint>(endpoint: E, request: RequestOf<E>, headers?: Record<string, string>): Promise<ReplyOf<E>> {
    const { status, body } = await send(endpoint, request, headers);
    if (status >= 400) throw new Error(`${status} ${JSON.stringify(body)}`);
    return endpoint.reply.parse(body) as ReplyOf<E>;
  }

  async function logIn(email: string, secret = password) {
    const reply = await call(sessionApi.login, { body: { email, password: secret } });
    ({ token, user } = reply);
    return reply;
  }

  async function refresh() {
    const reply = await call(sessionApi.refresh, {});
    ({ token, user } = reply);
    return reply;
  }

  /** A live socket that records received events. */
  async function listen() {
    const heard: ReceivedEvent[] = [];
    const socket = io(url, { auth: { token }, transports: ['websocket'], forceNew: true, reconnection: false });
    sockets.push(socket);
    socket.onAny((name: string, data: Record<string, unknown>) => {
      heard.push({ name, data });
      checkEvent(name, data);
    });
    await new Promise<void>((resolve, reject) => {
      socket.once('ready', () => resolve());
      socket.once('connect_error', reject);
    });
    const of = (channel: { name: string; everyCompany?: true }) =>
      heard.filter(({ name }) => name === liveEventName(user?.companyId ?? 0, channel)).map(({ data }) => data);
    return { socket, heard, of };
  }

  return {
    raw,
    send,
    call,
    logIn,
    refresh,
    listen,
    get token() {
      return token;
    },
    set token(value: string) {
      token = value;
    },
    get cookie() {
      return cookie;
    },
    set cookie(value: string) {
      cookie = value;
    },
    get user(): SessionUser {
      if (!user) throw new Error('nobody is signed in');
      return user;
    },
  };
}

/** An agent says one text in a ticket. */
export async function sayIn(
  client: Client,
  ticketId: number,
  body: string,
  more: { quotedMsg?: { id: number } | undefined } = {},
): Promise<Message> {
  const sent = await client.call(messagesApi.send, { params: { ticketId }, body: { body, ...more } });
  if (!('id' in sent)) throw new Error('one text is one message');
  return sent;
}

/** People and things of companies at one server. */
export function peopleOf(url: string, sockets: Socket[] = []) {
  const client = () => openBrowser(url, sockets);

  /** A fresh company and its admin, signed in. */
  async function company(over: { name?: string; email?: string } = {}): Promise<Client> {
    const visitor = client();
    const plans = await visitor.call(companiesApi.plans, {});
    const name = `Empresa ${unique()}`;
    const email = over.email ?? `admin-${unique()}@exemplo.com`;
    await visitor.call(companiesApi.signUp, {
      body: { name, phone: '5511987654321', password, planId: plans.at(-1)?.id ?? 0, ...over, email },
    });
    const admin = client();
    await admin.logIn(email);
    return admin;
  }

  /** Another person of the same company, signed in on a browser of their own. */
  async function colleague(
    admin: Client,
    profile: Profile = 'user',
    options: { queueIds?: number[]; allTicket?: 'enable' | 'disable' } = {},
  ): Promise<Client> {
    const email = `${profile}-${unique()}@exemplo.com`;
    await admin.call(usersApi.create, { body: { name: `${profile} ${people}`, email, password, profile, ...options } });
    const person = client();
    await person.logIn(email);
    return person;
  }

  /** A simulator connection, paired and open. */
  async function connection(admin: Client, options: { queueIds?: number[]; name?: string } = {}): Promise<number> {
    const { id } = await admin.call(connectionsApi.create, {
      body: { name: options.name ?? 'Principal', provider: 'simulator', queueIds: options.queueIds ?? [] },
    });
    await statusOf(admin, id, 'qrcode');
    await admin.call(simulatorApi.scan, { params: { whatsappId: id } });
    await statusOf(admin, id, 'CONNECTED');
    return id;
  }

  async function statusOf(admin: Client, id: number, status: string): Promise<void> {
    const until = Date.now() + 60_000;
    // Ever slower: where it takes long the machine has enough to do.
    for (let pause = 30; ; pause = Math.min(200, pause * 1.5)) {
      const connection = await admin.call(connectionsApi.show, { params: { id }, query: {} });
      if (connection.status === status) return;
      if (Date.now() > until) throw new Error(`the connection stayed ${connection.status}, not ${status}`);
      await sleep(pause);
    }
  }

  const queue = async (admin: Client, name = 'Vendas', color = '#0A7A48'): Promise<number> =>
    (await admin.call(queuesApi.create, { body: { name, color } })).id;

  return { client, company, colleague, connection, queue, statusOf, password };
}
