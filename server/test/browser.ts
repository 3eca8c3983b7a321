import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { companiesApi } from '@prosa/contracts/companies';
import { connectionsApi } from '@prosa/contracts/connections';
import type { Endpoint, ReplyOf, RequestOf } from '@prosa/contracts/kit';
import { type Message, messagesApi } from '@prosa/contracts/messages';
import type { Profile } from '@prosa/contracts/permissions';
import { queuesApi } from '@prosa/contracts/queues';
import { type SessionUser, sessionApi } from '@prosa/contracts/session';
import { simulatorApi } from '@prosa/contracts/simulator';
import { usersApi } from '@prosa/contracts/users';
import { io, type Socket } from 'socket.io-client';

export const password = 'segredo-da-empresa';
let people = 0;
const unique = () => `${process.pid}-${++people}-${Date.now()}`;

export type Raw = { status: number; body: unknown; headers: Headers };
export type Heard = { name: string; data: Record<string, unknown> };
export type Sent = { body?: unknown; headers?: Record<string, string>; form?: FormData };
export type Client = ReturnType<typeof openBrowser>;

/** A browser at a server's address, signed in or not yet. */
export function openBrowser(url: string, sockets: Socket[] = []) {
  let token = '';
  let cookie = '';
  let user: SessionUser | undefined;

  async function raw(method: string, path: string, { body, headers, form }: Sent = {}): Promise<Raw> {
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

  function send<E extends Endpoint>(endpoint: E, request: RequestOf<E>, headers?: Record<string, string>): Promise<Raw> {
    const parts: { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown } = request;
    const path = endpoint.path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(parts.params?.[key])));
    const search = new URLSearchParams();
    for (const [key, value] of Object.entries(parts.query ?? {})) search.set(key, String(value));
    return raw(endpoint.method, search.size > 0 ? `${path}?${search}` : path, { body: parts.body, ...(headers && { headers }) });
  }

  /** Call and expect success; what came over the wire is exactly what the contract says, no more and no less. */
  async function call<E extends Endpoint>(endpoint: E, request: RequestOf<E>, headers?: Record<string, string>): Promise<ReplyOf<E>> {
    const { status, body } = await send(endpoint, request, headers);
    if (status >= 400) throw new Error(`${status} ${JSON.stringify(body)}`);
    const parsed = endpoint.reply.parse(body) as ReplyOf<E>;
    assert.deepEqual(body, parsed, `${endpoint.method} ${endpoint.path} says more or less than its contract`);
    return parsed;
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

  /** A live socket that keeps what it hears. */
  async function listen() {
    const heard: Heard[] = [];
    const socket = io(url, { auth: { token }, transports: ['websocket'], forceNew: true, reconnection: false });
    sockets.push(socket);
    socket.onAny((name: string, data: Record<string, unknown>) => void heard.push({ name, data }));
    await new Promise<void>((resolve, reject) => {
      socket.once('ready', () => resolve());
      socket.once('connect_error', reject);
    });
    const of = (channel: { name: string }) =>
      heard.filter(({ name }) => name === `company-${user?.companyId}-${channel.name}`).map(({ data }) => data);
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
      body: { name: options.name ?? 'Principal', queueIds: options.queueIds ?? [] },
    });
    await statusOf(admin, id, 'qrcode');
    await admin.call(simulatorApi.scan, { params: { whatsappId: id } });
    await statusOf(admin, id, 'CONNECTED');
    return id;
  }

  async function statusOf(admin: Client, id: number, status: string): Promise<void> {
    const until = Date.now() + 20_000;
    for (;;) {
      const connection = await admin.call(connectionsApi.show, { params: { id }, query: {} });
      if (connection.status === status) return;
      if (Date.now() > until) throw new Error(`the connection stayed ${connection.status}, not ${status}`);
      await sleep(30);
    }
  }

  const queue = async (admin: Client, name = 'Vendas', color = '#0A7A48'): Promise<number> =>
    (await admin.call(queuesApi.create, { body: { name, color } })).id;

  return { client, company, colleague, connection, queue, statusOf, password };
}
