import { type LiveChannel, liveEventName } from '@prosa/contracts/kit';
import type { Profile } from '@prosa/contracts/permissions';
import type pg from 'pg';
import { z } from 'zod';
import type { Secrets } from '../boot/secrets.ts';
import type { Clock } from '../clock.ts';
import { refuse } from '../errors.ts';
import type { Logger } from '../log.ts';
import { outgoing } from '../outgoing.ts';
import { refuseNesting, trackScope } from '../scope-nesting.ts';
import type { Storage } from '../storage/storage.ts';
import type { Wake } from '../wake/wake.ts';
import { inContext } from '../work-context.ts';
import { asTransaction, type Databases, isQueryTimeout, sql, type Transaction } from './database.ts';
import { commitWithEvents, type Emitted } from './event-store.ts';
import type { Asker } from './fair-scheduler.ts';
import { type Bound, fly, type Row } from './flight.ts';
import { noteConnection } from './kept-scope.ts';
import { applyWorkPlanSettings } from './kept-statements.ts';
import { rowsAmong, rowsFrom, rowsOf } from './rows.ts';

/** Services that every part of the server uses. */
export type Platform = {
  databases: Databases;
  wake: Wake;
  clock: Clock;
  log: Logger;
  secrets: Secrets;
  storage: Storage;
  rights: RightsSource;
};

/**
 * What a scope's work sees of it: nothing that waits for anybody but the database. A scope that talked to a channel, to the storage or
 * to the limiter would hold its connection and its locks for as long as they take. Work that needs both reads in one scope, talks
 * outside, and writes in a second one.
 */
export type InsidePlatform = Pick<Platform, 'clock' | 'log' | 'secrets'>;

const insideOf = ({ clock, log, secrets }: Platform): InsidePlatform => ({ clock, log, secrets });

/** What a person may do, and the columns it is read from. The capability that reads them adds what the product knows. */
export interface Rights {
  profile: Profile;
  super: boolean;
}
export interface RightsRow {
  profile: Profile;
  super: boolean;
}
/** Handed in by that capability: the row of a session's user, their rights by it, and those of the server itself. */
export type RightsSource = { row: z.ZodType<ActorRow>; ofRow(row: RightsRow): Rights; ofServer: Rights };
/** What the platform itself knows of that user. */
export const PersonRow = z.object({
  user_id: z.int(),
  name: z.string(),
  email: z.string(),
  overdue: z.boolean(),
  due_date: z.string().nullable(),
  must_change_password: z.boolean(),
});
export type ActorRow = z.output<typeof PersonRow> & Pick<RightsRow, keyof RightsRow>;

/** On whose behalf work is done. The server's own work for a company has no user. */
export type Actor = Rights & {
  companyId: number;
  userId: number | undefined;
  sessionId: string | undefined;
  name: string;
  email: string;
};

/** Who hears an event: sockets in one of the rooms and in none of the exceptions. Rooms never reach beyond the company. */
export type Audience = { rooms: string[]; except?: string[] };

/** One unit of work for one company: one transaction, one clock reading, its events and wake-ups sent on commit. */
export type Scope = {
  tx: Transaction;
  actor: Actor;
  companyId: number;
  now: Date;
  platform: InsidePlatform;
  /** Emits a live event; it is numbered and stored in the same transaction. */
  emit<C extends LiveChannel>(channel: C, message: z.input<C['message']>, audience: Audience): void;
  /** Wakes the workers of this topic after the commit. */
  wake(topic: string): void;
};

/**
 * The server itself, or the user of a session. With an expired subscription or the first password only a few calls are allowed. A visitor
 * without session shares the company's connection slots. A stranger, named by the address, only says to call for the company: until that
 * is known to be so they wait among strangers, and the company for none of them.
 */
export type Caller =
  | { companyId: number; visitor?: string; keepsPlans?: boolean }
  | { companyId: number; stranger: string; keepsPlans?: boolean }
  | {
      companyId: number;
      sessionId: string;
      userId?: number;
      evenOverdue?: boolean;
      evenFirstPassword?: boolean;
      search?: boolean;
      keepsPlans?: boolean;
    };

export const sessionShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Do work for one company, as the user behind a session or as the server itself. Statements that need nothing but what was asked may go
 * ahead, together with the beginning: their rows are handed to the work, which may still refuse, and then none of it was done.
 */
export async function inScope<T>(
  platform: Platform,
  caller: Caller,
  work: (scope: Scope, ahead: Row[][]) => Promise<T>,
  ahead: Bound[] = [],
): Promise<T> {
  refuseNesting();
  const leave = await platform.databases.turns.take(askerOf(caller));
  try {
    return await transact(platform, caller, (scope, rows) => trackScope(() => work(scope, rows)), ahead);
  } finally {
    leave();
  }
}

export function askerOf(caller: Caller): Asker {
  const { companyId: company } = caller;
  if ('sessionId' in caller) return { company, person: caller.userId ?? caller.sessionId, work: caller.search ? 'search' : 'call' };
  // As the server's own work: to a company that is alone strangers are no other company beside it.
  if ('stranger' in caller) return { company: 'strangers', person: caller.stranger, work: 'system' };
  return caller.visitor === undefined ? { company, person: 'server', work: 'system' } : { company, person: caller.visitor, work: 'call' };
}

async function transact<T>(
  platform: Platform,
  caller: Caller,
  work: (scope: Scope, ahead: Row[][]) => Promise<T>,
  ahead: Bound[],
): Promise<T> {
  const client = await platform.databases.connect(caller.companyId);
  const emitted: Emitted[] = [];
  const topics = new Set<string>();
  let broken: Error | undefined;
  try {
    const { actor, rows } = await begin(client, caller, platform, ahead);
    const tx = asTransaction(client);
    noteConnection(tx, {
      client,
      keptPlans: platform.databases.keptPlans,
      companyId: caller.companyId,
      keepsPlans: caller.keepsPlans ?? false,
    });
    const scope: Scope = {
      tx,
      actor,
      companyId: caller.companyId,
      now: platform.clock(),
      platform: insideOf(platform),
      emit: (channel, message, { rooms, except = [] }) =>
        void emitted.push({
          name: liveEventName(caller.companyId, channel),
          data: outgoing(channel.message, message, `the event ${channel.name}`),
          rooms,
          except,
        }),
      wake: (topic) => void topics.add(topic),
    };
    const result = await inContext(idsOf(actor), () => work(scope, rows));
    if (emitted.length > 0) {
      platform.databases.freshEvents.note(caller.companyId, await commitWithEvents(client, emitted), emitted);
      topics.add('events');
    } else await client.query('commit');
    for (const topic of topics) platform.wake.announce(topic, caller.companyId);
    return result;
  } catch (error) {
    broken = await undo(client, error);
    throw error;
  } finally {
    client.release(broken);
  }
}

const idsOf = ({ companyId, userId }: Actor) => (userId === undefined ? { companyId } : { companyId, userId });

const beginning: Bound = { name: 'begin', text: 'begin', values: [] };
const settingCompany: Bound = { name: 'set-company', text: "select set_config('app.company_id', $1, true)", values: [] };
const settingPlans: Bound = { ...settingCompany, name: 'set-company-and-plans', text: `${settingCompany.text}, ${applyWorkPlanSettings}` };
export const actorRow: Bound = {
  name: 'session-actor',
  text: 'select row_to_json(a)::text from session_actor($1, $2) a',
  values: [],
};

/** Begins the transaction, sets the company and reads the session in one round trip, of statements that the connection knows. */
async function begin(
  client: pg.PoolClient,
  caller: Caller,
  { clock, rights }: Platform,
  ahead: Bound[],
): Promise<{ actor: Actor; rows: Row[][] }> {
  const setting = { ...(caller.keepsPlans ? settingPlans : settingCompany), values: [Math.trunc(caller.companyId)] };
  if (!('sessionId' in caller)) {
    const [, , ...rows] = await fly(client, [beginning, setting, ...ahead]);
    return { actor: serverActor(caller.companyId, rights), rows };
  }
  if (!sessionShape.test(caller.sessionId)) refuse('ERR_SESSION_EXPIRED');
  const actor = { ...actorRow, values: [caller.sessionId, clock().toISOString()] };
  const [, , found = [], ...rows] = await fly(client, [beginning, setting, actor, ...ahead]);
  const people: unknown[] = found.map(([row]) => JSON.parse(row ?? ''));
  return { actor: actorFrom(caller, rowsAmong(people, rights.row, actorRow.text)[0], rights), rows };
}

/** The person behind a session, by its row of `session_actor`; refused where it has ended or the company may not work. */
export function actorFrom(caller: Extract<Caller, { sessionId: string }>, row: ActorRow | undefined, rights: RightsSource): Actor {
  if (!row) refuse('ERR_SESSION_EXPIRED');
  if (row.overdue && !caller.evenOverdue) refuse('ERR_SUBSCRIPTION_EXPIRED', { dueDate: row.due_date });
  if (row.must_change_password && !caller.evenFirstPassword) refuse('ERR_PASSWORD_CHANGE_REQUIRED');
  return userActor(caller.companyId, caller.sessionId, row, rights);
}

const SessionRow = z.object({ session: z.uuid() });
const KeptRow = z.object({ result: z.boolean() });
const KeptRows = z.object({ result: z.array(z.boolean()) });

const userActor = (companyId: number, sessionId: string, row: ActorRow, rights: RightsSource): Actor => ({
  ...rights.ofRow(row),
  companyId,
  userId: row.user_id,
  sessionId,
  name: row.name,
  email: row.email,
});

/** The users of these sessions with their current rights; ended sessions are missing. */
export async function actorsOf(
  platform: Platform,
  companyId: number,
  sessionIds: string[],
): Promise<Map<string, { actor: Actor; isOverdue: boolean }>> {
  return inScope(platform, { companyId }, async ({ tx, now }) => {
    const rows = await rowsOf(
      tx,
      z.intersection(platform.rights.row, SessionRow),
      sql`
      select session, actor.*
      from unnest(${sql.param(sessionIds)}::uuid[]) as session, session_actor(session, ${now.toISOString()}) as actor`,
    );
    return new Map(
      rows.map((row) => [row.session, { actor: userActor(companyId, row.session, row, platform.rights), isOverdue: row.overdue }]),
    );
  });
}

const serverActor = (companyId: number, { ofServer }: RightsSource): Actor => ({
  ...ofServer,
  companyId,
  userId: undefined,
  sessionId: undefined,
  name: 'Prosa',
  email: '',
});

/**
 * Call a database function that does one company's work in one round trip. The function takes the company first and sets it
 * itself; the role that calls it is bound by the same row policies as everything else.
 */
export async function callForCompany(platform: Platform, name: 'keep_frames', companyId: number, args: unknown[]): Promise<boolean> {
  const places = [companyId, ...args].map((_, index) => `$${index + 1}`).join(', ');
  const leave = await platform.databases.turns.take(askerOf({ companyId }));
  try {
    const statement = { name, text: `select ${name}(${places}) as result`, values: [companyId, ...args] };
    const [row] = await rowsFrom(platform.databases.app, KeptRow, statement);
    return row?.result ?? false;
  } finally {
    leave();
  }
}

/**
 * The same for several companies at once: the function sets each company before it does the work of that one. They wait for a place of
 * their own, so that no company's waiting holds them up.
 */
export async function callForCompanies(platform: Platform, name: 'keep_frames_together', given: string): Promise<boolean[]> {
  const leave = await platform.databases.turns.take({ company: name, person: 'server', work: 'system' });
  try {
    const [row] = await rowsFrom(platform.databases.app, KeptRows, { name, text: `select ${name}($1) as result`, values: [given] });
    return row?.result ?? [];
  } finally {
    leave();
  }
}

/** Returns the error of a broken connection, which is then discarded. */
async function undo(client: pg.PoolClient, reason: unknown): Promise<Error | undefined> {
  if (reason instanceof Error && isQueryTimeout(reason)) return reason;
  try {
    await client.query('rollback');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error('rollback failed');
  }
}

/** Try something inside the transaction that the database may refuse; when it does, only this part is undone. */
export async function attempt<T>({ tx }: Scope, work: () => Promise<T>): Promise<T> {
  await tx.execute(sql`savepoint attempt`);
  try {
    const result = await work();
    await tx.execute(sql`release savepoint attempt`);
    return result;
  } catch (error) {
    await tx.execute(sql`rollback to savepoint attempt`);
    throw error;
  }
}

/**
 * The one door to work that belongs to no single company: finding whose login this is, which companies have work waiting,
 * who holds a connection. The role behind it sees only the columns the migrations grant it, and no conversation at all.
 * Strangers, named by their address, wait for one another and not for the platform's own work.
 */
export async function acrossCompanies<T>(
  platform: Pick<Platform, 'databases'> & { stranger?: string },
  work: (tx: Transaction, query: pg.PoolClient['query']) => Promise<T>,
): Promise<T> {
  refuseNesting();
  const { stranger } = platform;
  const begun = () => transactAcross(platform, (tx, query) => trackScope(() => work(tx, query)));
  return stranger === undefined ? begun() : platform.databases.visitors.run({ group: stranger, member: '' }, begun);
}

async function transactAcross<T>(
  platform: Pick<Platform, 'databases'>,
  work: (tx: Transaction, query: pg.PoolClient['query']) => Promise<T>,
): Promise<T> {
  const client = await platform.databases.platform.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const result = await work(asTransaction(client), client.query.bind(client));
    await client.query('commit');
    return result;
  } catch (error) {
    broken = await undo(client, error);
    throw error;
  } finally {
    client.release(broken);
  }
}
