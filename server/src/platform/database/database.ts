import { sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { Counter, type Registry } from 'prom-client';
import { z } from 'zod';
import { Refusal } from '../errors.ts';
import { FairQueue } from '../fair-queue.ts';
import { lowerPriority } from '../process-priority.ts';
import { kindOfWork } from '../work-context.ts';
import { FairScheduler } from './fair-scheduler.ts';
import { FreshEvents } from './fresh-events.ts';
import { KeptPlans } from './kept-plans.ts';
import type { LoginUrls } from './logins.ts';

// Ids and counts are far below 2^53: numbers, not text. Dates without time stay text: a day has no time zone.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
const [int4Array, int8Array] = [1007, 1016];
pg.types.setTypeParser(int8Array, pg.types.getTypeParser(int4Array));
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day);

/** The transaction is begun and ended by the scope; a nested one goes through `attempt`. */
export type Transaction = Omit<NodePgDatabase, 'transaction'>;

export type Databases = {
  /** For requests and work of one company; restricted by row policies. */
  app: pg.Pool;
  /** The same for companies that yield to others: each is a process of a lower priority, where that is ours to say. */
  yielding: pg.Pool;
  /** For the platform's work across companies; sees only granted columns. */
  platform: pg.Pool;
  /** Who may have the next connection of `app`. */
  turns: FairScheduler;
  /** A connection for a company's work, which has been given its turn. */
  connect(companyId: number): Promise<pg.PoolClient>;
  /** Who may have the next of `platform`, of those who have no session yet; half of them stay with the platform's own work. */
  visitors: FairQueue;
  /** Whose plans a company's statements share. */
  keptPlans: KeptPlans;
  /** What was just committed here, for those who tell it to sockets. */
  freshEvents: FreshEvents;
  close(): Promise<void>;
};

const timeouts = { statement_timeout: 10_000, lock_timeout: 5_000, idle_in_transaction_session_timeout: 15_000 };

/** An entry of an index is said to cost ten times as much: else PostgreSQL goes through a whole company to find a few ids. */
const planning = { jit: 'off', cpu_index_tuple_cost: '0.05' };

/**
 * A line may fall silent without breaking, and then no limit that the database keeps is ever heard of. Ours is longer than
 * those: whoever is still waiting by then waits for nobody.
 */
export const connectionTimeouts = { query_timeout: 15_000, keepAlive: true };
const silence = 'Query read timeout';

/** Whether the query timed out on a silent connection: it must be dropped without a rollback. */
export const isQueryTimeout = (error: unknown): boolean =>
  error instanceof Error && (error.message === silence || (error.cause instanceof Error && error.cause.message === silence));

/**
 * Statements go out unnamed and are planned each time. A named one keeps its plan after some runs, made for the company it then
 * ran for: a plan that suits a hundred tickets takes seconds on two hundred thousand (docs/benchmarks.md). The few that have names
 * are made so that this can not be (kept-statements.ts, kept-plans.ts).
 */
function openPool(name: 'prosa_app' | 'prosa_platform', url: string, max: number, onError: (error: Error) => void): pg.Pool {
  const settings = Object.entries({ ...timeouts, ...planning }).map(([setting, value]) => `-c ${setting}=${value}`);
  const pool = new pg.Pool({
    connectionString: url,
    max,
    options: settings.join(' '),
    application_name: name,
    connectionTimeoutMillis: 10_000,
    // A new connection plans each statement anew when it first meets it: one that is needed now and then stays.
    idleTimeoutMillis: 300_000,
    ...connectionTimeouts,
  });
  // An idle connection that dies is replaced on next use; without this handler its error would end the process.
  pool.on('error', onError);
  // The same for a connection that dies between two statements; there the next statement fails and reports it.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** What node-postgres keeps of the process that serves a connection. */
const BackendProcess = z.object({ processID: z.int() });

/** Of a company that yields people's calls are made one by one; more is only what the server does for it. */
const maxYielding = 6;
/** What stands still in all of them stops nobody. */
const hasRoom = ({ idleCount, waitingCount, totalCount }: pg.Pool) => idleCount > waitingCount || totalCount < maxYielding;

export function openDatabases(
  logins: Pick<LoginUrls, 'app' | 'platform'>,
  options: { max?: number; isEmbedded?: boolean; metrics?: Registry; onError?: (error: Error) => void } = {},
): Databases {
  const onError = options.onError ?? (() => undefined);
  const { max = 20 } = options;
  const app = openPool('prosa_app', logins.app, max, onError);
  const yielding = openPool('prosa_app', logins.app, maxYielding, onError);
  if (options.isEmbedded) yielding.on('connect', (client) => void lowerPriority(BackendProcess.parse(client).processID));
  const platform = openPool('prosa_platform', logins.platform, 4, onError);
  if (options.metrics) countStatements([app, yielding, platform], options.metrics);
  const turns = new FairScheduler(max);
  return {
    app,
    yielding,
    platform,
    turns,
    connect: (companyId) => (turns.yieldsToOthers(companyId) && hasRoom(yielding) ? yielding : app).connect(),
    visitors: new FairQueue({ atOnce: 2, maxWaiting: 3_000, maxOfGroup: 3_000 }),
    keptPlans: new KeptPlans(),
    freshEvents: new FreshEvents(),
    close: async () => void (await Promise.all([app.end(), yielding.end(), platform.end()])),
  };
}

/** Statements are counted where they leave, so that a benchmark can say how many an operation costs, and a test what a request does. */
function countStatements(pools: pg.Pool[], registry: Registry): void {
  const counter = new Counter({
    name: 'prosa_sql_statements_total',
    help: 'SQL statements sent, by the kind of work they were sent for',
    labelNames: ['work'],
    registers: [registry],
  });
  for (const pool of pools) {
    pool.on('connect', (client) => {
      const query = client.query;
      client.query = function counted(this: pg.PoolClient, ...args: unknown[]) {
        counter.inc({ work: kindOfWork() });
        return Reflect.apply(query, this, args);
      } as typeof query;
    });
  }
}

export const asTransaction = (client: pg.PoolClient): Transaction => drizzle(client, { casing: 'snake_case' });

const transientSqlStates = /^(08...|53...|58...|57P0.|57014|40001|40003|40P01|25006|25P03|55P03)$/;
const transientSystemCodes = new Set('ECONNREFUSED ECONNRESET EPIPE ENOENT ETIMEDOUT EHOSTUNREACH ENETUNREACH EAI_AGAIN'.split(' '));

/**
 * Whether trying the whole transaction again may succeed: not the work was at fault but the connection, or the machine that
 * had no room (53), no working disk (58) or no time (57014) for it.
 */
export function isTransient(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return (
    transientSqlStates.test(code) ||
    transientSystemCodes.has(code) ||
    isQueryTimeout(error) ||
    // No connection could be had in time.
    (error instanceof Refusal && error.code === 'ERR_UNAVAILABLE') ||
    (error instanceof Error &&
      /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(error.message))
  );
}

/**
 * Whether what was spoken to (the database, Redis, a bucket) went away or fell silent: neither the work nor its words were at fault,
 * and the same may succeed once the line is back.
 */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  if (/^(08...|57P0[1-5]|ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN)$/.test(code))
    return code !== 'ENOENT' || ('syscall' in error && error.syscall === 'connect');
  return isConnectionMessage(error.message) || isQueryTimeout(error) || (error.cause !== undefined && isConnectionLost(error.cause));
}

/** What the drivers of the database, Redis and buckets say of a line that is gone. */
const connectionMessages = [
  'connection terminated',
  'connection ended',
  'timeout exceeded when trying to connect',
  'client has encountered a connection error',
  'client was closed',
  'connection is closed',
  'max retries per request',
  'command timed out',
  'socket hang up',
  "stream isn't writeable",
];

function isConnectionMessage(text: string): boolean {
  const said = text.toLowerCase();
  return connectionMessages.some((message) => said.includes(message));
}

/** Whether a text contained characters that the database can not store. */
export const isUnstorable = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '22021' || error.code === '22P05');

/** The violated constraint, when that is what went wrong. */
export function violatedConstraint(error: unknown): string | undefined {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof pg.DatabaseError) || !cause.code?.startsWith('23')) return undefined;
  return cause.constraint;
}

export { sql };
