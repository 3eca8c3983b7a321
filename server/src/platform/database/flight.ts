import type pg from 'pg';

/** A value as a statement takes it. Rows come back as the text that PostgreSQL sends: nobody asks what type a column has. */
export type Value = string | number | boolean | null | number[];
/** A statement with a name keeps its plan on the connection; one without is planned each time. */
export type Bound = { name: string; text: string; values: Value[] };
export type Row = ReadonlyArray<string | null>;

/** Which statements a connection has been told of, the one used longest ago first. */
const prepared = new WeakMap<pg.Connection, Set<string>>();
/** A plan takes some hundred kilobytes of the connection's process. */
const maxPrepared = 60;

/**
 * Several statements in one round trip and one transaction: they travel together, with one Sync at the end, which is what commits.
 * PostgreSQL runs them one after the other and skips the rest after an error, so what answers is all of them or none.
 */
export function fly(client: pg.PoolClient, statements: Bound[]): Promise<Row[][]> {
  return new Promise((resolve, reject) => {
    client.query(new Flight(statements, (error, results) => (error ? reject(error) : resolve(results))));
  });
}

type Done = (error: Error | null, results: Row[][]) => void;

/** What node-postgres calls a submittable: it writes its own messages and hears the answers. */
class Flight {
  private readonly results: Row[][];
  private place = 0;
  private connection: pg.Connection | undefined;

  constructor(
    private readonly statements: Bound[],
    // The client puts its own in front of it, to end the time it gives the database.
    public callback: Done,
  ) {
    this.results = statements.map(() => []);
  }

  submit(connection: pg.Connection): void {
    this.connection = connection;
    connection.stream.cork();
    try {
      forgetSome(connection, this.statements);
      for (const { name, text, values } of this.statements) {
        if (name === '' || !knownTo(connection).has(name)) {
          // It may be there under this name after a flight that failed; to close what is not there is no error.
          if (name !== '') connection.close({ type: 'S', name }, true);
          connection.parse({ name, text, types: [] }, true);
        }
        connection.bind({ statement: name, values: values.map(asText) }, true);
        connection.execute(null, true);
      }
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
  }

  handleDataRow({ fields }: { fields: Row }): void {
    this.results[this.place]?.push(fields);
  }

  handleCommandComplete(): void {
    this.place += 1;
  }

  handleEmptyQuery(): void {
    this.place += 1;
  }

  handleError(error: Error): void {
    // Also where the table has changed under a kept plan: next time they are told anew.
    if (this.connection) for (const { name } of this.statements) knownTo(this.connection).delete(name);
    this.callback(error, []);
  }

  handleReadyForQuery(): void {
    const known = this.connection && knownTo(this.connection);
    for (const { name } of this.statements) {
      known?.delete(name);
      if (name !== '') known?.add(name);
    }
    this.callback(null, this.results);
  }
}

function knownTo(connection: pg.Connection): Set<string> {
  const known = prepared.get(connection) ?? new Set<string>();
  prepared.set(connection, known);
  return known;
}

function forgetSome(connection: pg.Connection, needed: Bound[]): void {
  const known = knownTo(connection);
  for (const name of known) {
    if (known.size <= maxPrepared) return;
    if (needed.some((each) => each.name === name)) continue;
    known.delete(name);
    connection.close({ type: 'S', name }, true);
  }
}

function asText(value: Value): string | null {
  if (value === null) return null;
  return Array.isArray(value) ? `{${value.join(',')}}` : String(value);
}
