import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Databases } from '../database/database.ts';
import { openDatabaseMetrics } from '../database/metrics-database.ts';

type Metrics = { app: FastifyInstance; databases: Databases; metrics: Registry; node: string; token: string | undefined };

/** Serves metrics (docs/observability.md) without personal data, to permitted callers. */
export function serveMetrics({ app, databases, metrics, node, token }: Metrics): void {
  measureRequests(app, metrics);
  watchPools(metrics, databases);
  const figures = openDatabaseMetrics(metrics, databases, node);
  app.addHook('onClose', () => figures.close());
  app.get('/metrics', async (request, reply) => {
    // Everyone else gets 404.
    if (!mayRead(request, token)) return reply.callNotFound();
    await figures.refresh();
    return reply.header('content-type', metrics.contentType).send(await metrics.metrics());
  });
}

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Labelled by route pattern, not by URL: ids would create a series each. */
function measureRequests(app: FastifyInstance, metrics: Registry): void {
  const registers = [metrics];
  const requests = new Counter({
    name: 'prosa_http_requests_total',
    help: 'Requests answered',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'prosa_http_request_seconds',
    help: 'Time from the head of a request to the end of its answer',
    labelNames: ['method', 'route'],
    buckets: seconds,
    registers,
  });
  app.addHook('onResponse', async (request, reply) => {
    // Who opens a page is given the web app, also under the address of a call.
    const isPage = String(reply.getHeader('content-type')).startsWith('text/html');
    const route = isPage ? 'web app' : routeOf(request.routeOptions.url);
    const method = route === 'unknown' ? 'any' : request.method;
    requests.inc({ method, route, status: String(reply.statusCode) });
    durations.observe({ method, route }, reply.elapsedTime / 1000);
  });
}

/** The files of the web app are one route, and whatever is not ours is one. */
export function routeOf(pattern: string | undefined): string {
  if (pattern === undefined) return 'unknown';
  return /\.\w+$/.test(pattern) && !pattern.startsWith('/docs/') ? 'web app' : pattern;
}

function watchPools(metrics: Registry, databases: Databases): void {
  const pools: Array<[string, pg.Pool]> = [
    ['app', databases.app],
    ['yielding', databases.yielding],
    ['platform', databases.platform],
  ];
  new Gauge({
    name: 'prosa_database_connections',
    help: 'Connections of each pool to the database',
    labelNames: ['pool', 'state'],
    registers: [metrics],
    collect() {
      for (const [pool, { totalCount, idleCount }] of pools) {
        this.set({ pool, state: 'used' }, totalCount - idleCount);
        this.set({ pool, state: 'idle' }, idleCount);
      }
    },
  });
  new Gauge({
    name: 'prosa_database_waiting',
    help: 'Pieces of work that wait for a connection of the pool',
    labelNames: ['pool'],
    registers: [metrics],
    collect() {
      for (const [pool, { waitingCount }] of pools) this.set({ pool }, waitingCount);
    },
  });
}

/** Live sockets are opened after the figures are. */
export function countSockets(metrics: Registry, sockets: () => number): void {
  new Gauge({
    name: 'prosa_sockets',
    help: 'Live sockets of this node',
    registers: [metrics],
    collect() {
      this.set(sockets());
    },
  });
}

const forwarding = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'x-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
];
const loopback = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;

type Asked = { headers: IncomingHttpHeaders; socket: { remoteAddress?: string | undefined } };

/** Allowed from this machine without proxy headers, or with the token. */
export function mayRead({ headers, socket }: Asked, token: string | undefined): boolean {
  const [, given] = /^Bearer (\S+)$/i.exec(headers.authorization ?? '') ?? [];
  if (token !== undefined && given !== undefined && isSame(given, token)) return true;
  return loopback.test(socket.remoteAddress ?? '') && !forwarding.some((name) => headers[name] !== undefined);
}

/** In a time that tells nothing of where they differ, or of their length. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
