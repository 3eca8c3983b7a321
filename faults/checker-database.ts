import pg from 'pg';

/** Direct access to the database, across companies and without policies. For the checker only. */
export type CheckerDatabase = {
  rows<T extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<T[]>;
  close(): Promise<void>;
};

export async function openCheckerDatabase(url: string): Promise<CheckerDatabase> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  // One after the other, whoever asks: it is one connection, and some of what is asked of it is a transaction.
  let last: Promise<unknown> = Promise.resolve();
  return {
    async rows<T extends pg.QueryResultRow>(text: string, values: unknown[] = []) {
      const answer = last.then(() => client.query<T>(text, values));
      last = answer.catch(() => undefined);
      return (await answer).rows;
    },
    close: () => client.end(),
  };
}

/**
 * Has the database itself note every write on behalf of a connection by a holder whose time is over, as it stands when the
 * writer commits. To be called once the server has migrated; the product does not notice.
 */
export async function noteStaleWrites(truth: CheckerDatabase): Promise<void> {
  await truth.rows(`
    create table fault_notes (
      id bigint generated always as identity,
      what text not null,
      connection_id integer not null,
      epoch bigint not null,
      current bigint not null);
    create function note_stale(what text, connection integer, held bigint) returns void
    language plpgsql security definer set search_path = public as $$
    begin
      insert into fault_notes (what, connection_id, epoch, current)
      select note_stale.what, connection, held, l.epoch
      from connection_leases l
      where l.connection_id = connection and l.epoch > held;
    end $$;

    create function note_outbox() returns trigger language plpgsql as $$
    begin
      perform note_stale('outbox ' || new.id, new.connection_id, new.epoch);
      return null;
    end $$;
    create constraint trigger fault_outbox after update of epoch on outbox deferrable initially deferred
    for each row when (new.epoch is not null) execute function note_outbox();

    create function note_inbox() returns trigger language plpgsql as $$
    begin
      perform note_stale('inbox ' || new.id, new.connection_id,
        nullif(current_setting('faults.epoch_' || new.connection_id, true), '')::bigint);
      return null;
    end $$;
    create constraint trigger fault_inbox after insert on inbox deferrable initially deferred for each row execute function note_inbox();

    alter function keep_frames(integer, integer, text, bigint, jsonb) rename to keep_frames_itself;
    create function keep_frames(company integer, connection integer, holder text, held_epoch bigint, frames jsonb) returns boolean
    language plpgsql as $$
    begin
      perform set_config('faults.epoch_' || connection, held_epoch::text, true);
      return keep_frames_itself(company, connection, holder, held_epoch, frames);
    end $$;`);
}

export async function staleWrites(truth: CheckerDatabase): Promise<string[]> {
  const [table] = await truth.rows<{ there: boolean }>(`select to_regclass('fault_notes') is not null as there`);
  if (!table?.there) return [];
  const notes = await truth.rows<{ what: string; connection_id: number; epoch: number; current: number }>(
    'select * from fault_notes order by id',
  );
  return notes.map(
    ({ what, connection_id, epoch, current }) => `${what} of connection ${connection_id} by epoch ${epoch} in the time of ${current}`,
  );
}
