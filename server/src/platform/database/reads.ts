import { refuse } from '../errors.ts';
import { refuseNesting, trackScope } from '../scope-nesting.ts';
import { type Databases, isQueryTimeout } from './database.ts';
import { type Bound, fly, type Row } from './flight.ts';
import { sizeStatement } from './kept-plans.ts';
import { applyPlanSettings, applyWorkPlanSettings, forgetOldest, keptPrefix } from './kept-statements.ts';
import { type Actor, actorFrom, actorRow, askerOf, type Caller, type Platform, type Scope, sessionShape } from './scope.ts';

type SessionCaller = Extract<Caller, { sessionId: string }>;

/** A read for one person: its statements, and what to make of their rows. */
export type Read<T> = { statements: Bound[]; finish(rows: Row[][], view: View): T };
/** For whom and when it is shown; there is no transaction any more. */
export type View = Pick<Scope, 'actor' | 'companyId' | 'now' | 'platform'>;

/** Somebody as they were when their last call was made, also in the words of the database. */
type Known = { row: string; actor: Actor };

const maxSessions = 5_000;
const maxTries = 4;
const sessions = new WeakMap<Databases, Map<string, Known>>();

const openingWith = (name: string, settings: string): Bound => ({
  name,
  text: `select set_config('app.company_id', $1, true), ${settings}`,
  values: [],
});
const openings = { read: openingWith('read-opening', applyPlanSettings), work: openingWith('work-opening', applyWorkPlanSettings) };

/**
 * Read for one person in one round trip: the company, the session and the page's statements travel together. The statements are made
 * out for the person as last seen; who they are now comes back in the same transaction, before what they asked for. Where anything
 * has changed (rights, queues, the session ended) the rows are thrown away and it is done again for who they are now. A refusal while
 * the read is made out counts only when they still are who they were.
 */
export async function read<T>(platform: Platform, caller: SessionCaller, makeOut: (actor: Actor) => Read<T>): Promise<T> {
  refuseNesting();
  if (!sessionShape.test(caller.sessionId)) refuse('ERR_SESSION_EXPIRED');
  const leave = await platform.databases.turns.take(askerOf(caller));
  try {
    return await trackScope(() => tryRead(platform, caller, (actor) => orRefusal(() => makeOut(actor))));
  } finally {
    leave();
  }
}

async function tryRead<T>(platform: Platform, caller: SessionCaller, readFor: (actor: Actor) => Read<T>): Promise<T> {
  const known = knownTo(platform.databases);
  const now = platform.clock();
  for (let attempt = 0; attempt < maxTries; attempt += 1) {
    const person = known.get(caller.sessionId);
    const asked = person && readFor(person.actor);
    const [actorRows, ...rows] = await flyFor(platform, caller, now, asked?.statements ?? []);
    const row = actorRows?.[0]?.[0] ?? undefined;
    if (person && asked && row === person.row)
      return asked.finish(rows, { actor: person.actor, companyId: caller.companyId, now, platform });
    known.delete(caller.sessionId);
    const actor = actorFrom(caller, row === undefined ? undefined : JSON.parse(row), platform.rights);
    if (known.size >= maxSessions) forgetOldest(known);
    known.set(caller.sessionId, { row: row ?? '', actor });
  }
  return refuse('ERR_UNAVAILABLE');
}

async function flyFor(platform: Platform, caller: SessionCaller, now: Date, statements: Bound[]): Promise<Row[][]> {
  return flyAs(platform, caller.companyId, [
    { ...actorRow, name: `${keptPrefix}${actorRow.name}`, values: [caller.sessionId, now.toISOString()] },
    ...statements,
  ]);
}

/** The statements in one round trip and one transaction, bound to the company, by plans that are kept. */
async function flyAs({ databases }: Platform, companyId: number, statements: Bound[], opening = openings.read): Promise<Row[][]> {
  const { areKept, isFresh } = databases.keptPlans.of(companyId);
  const named = [{ ...opening, values: [Math.trunc(companyId)] }, ...statements, ...(isFresh ? [] : [sizeStatement])].map((each) =>
    each.name.startsWith(keptPrefix) && !areKept ? { ...each, name: '' } : each,
  );
  const client = await databases.connect(companyId);
  let broken: Error | undefined;
  try {
    const [, ...rows] = await fly(client, named);
    if (!isFresh) databases.keptPlans.note(companyId, rows.pop());
    return rows;
  } catch (error) {
    if (error instanceof Error && isQueryTimeout(error)) broken = error;
    throw error;
  } finally {
    client.release(broken);
  }
}

/** The server's own work on something of a company, in one round trip: all of it is done, or none. */
export async function runAsServer(
  platform: Platform,
  companyId: number,
  statements: Bound[],
  as: keyof typeof openings = 'read',
): Promise<Row[][]> {
  refuseNesting();
  const leave = await platform.databases.turns.take(askerOf({ companyId }));
  try {
    return await trackScope(() => flyAs(platform, companyId, statements, openings[as]));
  } finally {
    leave();
  }
}

/** A read that can not be made out refuses when it is finished, by what is true then. */
function orRefusal<T>(make: () => Read<T>): Read<T> {
  try {
    return make();
  } catch (error) {
    return {
      statements: [],
      finish: () => {
        throw error;
      },
    };
  }
}

function knownTo(databases: Databases): Map<string, Known> {
  const known = sessions.get(databases) ?? new Map<string, Known>();
  sessions.set(databases, known);
  return known;
}
