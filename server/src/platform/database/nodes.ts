import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { StartupError } from '../boot/startup-error.ts';
import type { Logger } from '../log.ts';
import type { Databases } from './database.ts';
import { rowsFrom } from './rows.ts';
import { acrossCompanies } from './scope.ts';

const OtherRow = z.object({ name: z.string(), storage: z.string(), seen: z.number() });
type OtherNode = z.output<typeof OtherRow>;
const NameRow = z.object({ name: z.string() });

const heartbeatInterval = 5_000;
const staleSeconds = 15;
const lookInterval = 500;
/** Nodes join one after the other. */
const lockNumber = 7_767_622;

type Options = { databases: Databases; log: Logger; node: string; storage: string; beatMilliseconds?: number };

/** Registers this process as a node of its database and sends heartbeats. Refused while another node uses a different file storage. */
export async function joinNodes({
  databases,
  log,
  node,
  storage,
  beatMilliseconds = heartbeatInterval,
}: Options): Promise<{ leave(): Promise<void> }> {
  await enter(databases, node, storage);
  let beating: Promise<void> | undefined;
  const beat = async () => {
    const elsewhere = await writeHeartbeat(databases, node, storage);
    // It may have paused so long that others considered it dead.
    if (elsewhere) log.error({ other: elsewhere.name }, 'another node keeps its files elsewhere: what one stores, the other does not find');
  };
  const timer = setInterval(() => {
    // While the database is unavailable nobody can join; the next heartbeat retries.
    beating ??= beat()
      .catch(() => undefined)
      .finally(() => {
        beating = undefined;
      });
  }, beatMilliseconds);
  return {
    async leave() {
      clearInterval(timer);
      await beating;
      await databases.platform.query('delete from nodes where name = $1', [node]);
    },
  };
}

/** A fresh row may belong to a node that just died: only a node that keeps sending heartbeats refuses us. */
async function enter(databases: Databases, node: string, storage: string): Promise<void> {
  const first = new Map<string, number>();
  for (;;) {
    const others = await tryToEnter(databases, node, storage);
    const alive = others.find(({ name, seen }) => (first.get(name) ?? seen) < seen);
    if (alive !== undefined) throw new StartupError(refusal(alive, storage));
    if (others.length === 0) return;
    for (const { name, seen } of others) if (!first.has(name)) first.set(name, seen);
    await sleep(lookInterval);
  }
}

function refusal(other: OtherNode, storage: string): string {
  const where = (id: string) => (id.startsWith('bucket ') ? `in the ${id}` : 'in a folder of its own');
  return (
    `Another node of this database (${other.name}) keeps its files ${where(other.storage)}, this one ${where(storage)}: ` +
    'set the same S3_BUCKET for every node, or have DATA_DIR/media of every node lead to the same folder'
  );
}

function tryToEnter(databases: Databases, node: string, storage: string): Promise<OtherNode[]> {
  return acrossCompanies({ databases }, async (_tx, query) => {
    await query('select pg_advisory_xact_lock($1)', [lockNumber]);
    await query(`delete from nodes where seen_at < clock_timestamp() - interval '1 hour'`);
    const rows = await rowsFrom(
      query,
      OtherRow,
      `select name, storage, extract(epoch from seen_at)::float8 as seen from nodes
       where storage <> $1 and name <> $2 and seen_at > clock_timestamp() - make_interval(secs => $3)`,
      [storage, node, staleSeconds],
    );
    if (rows.length === 0) await query('insert into nodes (name, storage) values ($1, $2)', [node, storage]);
    return rows;
  });
}

async function writeHeartbeat(databases: Databases, node: string, storage: string): Promise<{ name: string } | undefined> {
  const rows = await rowsFrom(
    databases.platform,
    NameRow,
    `
      with seen as (
        insert into nodes (name, storage)
        values ($1, $2)
        on conflict (name) do update set seen_at = clock_timestamp())
      select name
      from nodes
      where storage <> $2 and name <> $1 and seen_at > clock_timestamp() - make_interval(secs => $3)
      limit 1`,
    [node, storage, staleSeconds],
  );
  return rows[0];
}
