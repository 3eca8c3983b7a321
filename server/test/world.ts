import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { companiesApi } from '@prosa/contracts/companies';
import { connectionsApi } from '@prosa/contracts/connections';
import type { Endpoint, ReplyOf, RequestOf } from '@prosa/contracts/kit';
import type { Profile } from '@prosa/contracts/permissions';
import { queuesApi } from '@prosa/contracts/queues';
import { sessionApi, type SessionUser } from '@prosa/contracts/session';
import { simulatorApi } from '@prosa/contracts/simulator';
import { usersApi } from '@prosa/contracts/users';
import { io, type Socket } from 'socket.io-client';
import { afterAll, expect, inject } from 'vitest';
import type { z } from 'zod';
import { movableClock } from '../src/platform/clock.ts';
import { readConfig } from '../src/platform/config.ts';
import { type RunningServer, startServer } from '../src/server.ts';
import { freshDatabase } from './database.ts';

const folders = { migrations: fileURLToPath(new URL('../migrations', import.meta.url)), web: fileURLToPath(new URL('../../web/dist', import.meta.url)) };
const password = 'segredo-da-empresa';
let companies = 0;

export type Raw = { status: number; body: unknown; headers: Headers };
export type Heard = { name: string; data: Record<string, unknown> };

/** A whole server over real HTTP and sockets, on a database of its own, with a clock that can be moved. */
export async function openWorld(environment: Record<string, string> = {}, given?: { url: string; drop(): Promise<void> }) {
  const database = given ?? (await freshDatabase(inject('templateUrl')));
  const dataDir = await mkdtemp(join(tmpdir(), 'prosa-world-'));
  const clock = movableClock();
  const config = readConfig({ PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, DATABASE_URL: database.url, MASTER_KEY: 'a-master-key-for-tests-only-0123456789', LOG_LEVEL: process.env.TEST_LOG ?? 'silent', ADMIN_PASSWORD: password, RATE_LIMIT_FACTOR: '1000', ...environment });
  const server = await startServer(config, folders, () => undefined, clock);
  const sockets: Socket[] = [];
  let open = true;
  const close = async () => {
    if (!open) return;
    open = false;
    for (const socket of sockets) socket.disconnect();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
    if (!given) await database.drop();
  };
  afterAll(close);
  const people = peopleOf(server, sockets);
  return { ...people, server, clock, database, dataDir, close };
}

export type World = Awaited<ReturnType<typeof openWorld>>;
export type Client = ReturnType<ReturnType<typeof peopleOf>['client']>;

export function peopleOf(server: Pick<RunningServer, 'url'>, sockets: Socket[]) {
  /** A browser, signed in or not yet. */
  function client() {
    let token = '';
    let cookie = '';
    let user: SessionUser | undefined;

    async function raw(method: string, path: string, options: { body?: unknown; headers?: Record<string, string>; form?: FormData } = {}): Promise<Raw> {
      const response = await fetch(server.url + path, {
        method,
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(cookie && { cookie }),
          ...(options.body !== undefined && { 'content-type': 'application/json' }),
          ...options.headers,
        },
        ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
        ...(options.form && { body: options.form }),
      });
      const set = response.headers.getSetCookie().find((each) => each.startsWith('jrt='));
      if (set) cookie = set.split(';', 1)[0] ?? '';
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.includes('json');
      return { status: response.status, body: isJson && text !== '' ? JSON.parse(text) : text, headers: response.headers };
    }

    function send<E extends Endpoint>(endpoint: E, request: RequestOf<E>, headers?: Record<string, string>): Promise<Raw> {
      const { params = {}, query = {}, body }: { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown } = request;
      const path = endpoint.path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(params[key])));
      const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)])).toString();
      return raw(endpoint.method, search ? `${path}?${search}` : path, { body, ...(headers && { headers }) });
    }

    /** Call and expect success; what came over the wire is exactly what the contract says. */
    async function call<E extends Endpoint>(endpoint: E, request: RequestOf<E>, headers?: Record<string, string>): Promise<ReplyOf<E>> {
      const { status, body } = await send(endpoint, request, headers);
      if (status >= 400) throw new Error(`${status} ${JSON.stringify(body)}`);
      const parsed: ReplyOf<E> = endpoint.reply.parse(body) as ReplyOf<E>;
      expect(body, `${endpoint.method} ${endpoint.path} says more or less than its contract`).toEqual(parsed);
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
      const socket = io(server.url, { auth: { token }, transports: ['websocket'], forceNew: true, reconnection: false });
      sockets.push(socket);
      socket.onAny((name: string, data: Record<string, unknown>) => void heard.push({ name, data }));
      await new Promise<void>((resolve, reject) => {
        socket.once('ready', () => resolve());
        socket.once('connect_error', reject);
      });
      const of = (channel: { name: string }) => heard.filter(({ name }) => name === `company-${user?.companyId}-${channel.name}`).map(({ data }) => data);
      return { socket, heard, of };
    }

    return {
      raw, send, call, logIn, refresh, listen,
      get token() { return token; },
      set token(value: string) { token = value; },
      get cookie() { return cookie; },
      set cookie(value: string) { cookie = value; },
      get user(): SessionUser {
        if (!user) throw new Error('nobody is signed in');
        return user;
      },
    };
  }

  /** A fresh company and its admin, signed in. */
  async function company(input: Partial<z.input<(typeof companiesApi.signUp)['body']>> = {}) {
    const visitor = client();
    const [plan] = await visitor.call(companiesApi.plans, {});
    const unique = `${process.pid}-${++companies}-${Date.now()}`;
    const email = `admin-${unique}@exemplo.com`;
    await visitor.call(companiesApi.signUp, { body: { name: `Empresa ${unique}`, email, phone: '5511987654321', password, planId: plan?.id ?? 0, ...input } });
    const admin = client();
    await admin.logIn(input.email ?? email, input.password);
    return admin;
  }

  /** Another person of the same company, signed in on a browser of their own. */
  async function colleague(admin: Client, profile: Profile = 'user', options: { queueIds?: number[]; allTicket?: 'enable' | 'disable' } = {}) {
    const email = `${profile}-${process.pid}-${++companies}-${Date.now()}@exemplo.com`;
    await admin.call(usersApi.create, { body: { name: `${profile} ${companies}`, email, password, profile, ...options } });
    const person = client();
    await person.logIn(email);
    return person;
  }

  /** A simulator connection, paired and open. */
  async function connection(admin: Client, options: { queueIds?: number[]; name?: string } = {}) {
    const { id } = await admin.call(connectionsApi.create, { body: { name: options.name ?? 'Principal', queueIds: options.queueIds ?? [] } });
    await statusOf(admin, id, 'qrcode');
    await admin.call(simulatorApi.scan, { params: { whatsappId: id } });
    await statusOf(admin, id, 'CONNECTED');
    return id;
  }

  async function statusOf(admin: Client, id: number, status: string) {
    await expect.poll(async () => (await admin.call(connectionsApi.show, { params: { id }, query: {} })).status, { timeout: 15_000, interval: 50 }).toBe(status);
  }

  const queue = async (admin: Client, name = 'Vendas', color = '#0A7A48') => (await admin.call(queuesApi.create, { body: { name, color } })).id;

  return { client, company, colleague, connection, queue, statusOf, password };
}
