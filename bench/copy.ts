import { once } from 'node:events';
import type { Client, Connection, Submittable } from 'pg';

const chunkBytes = 256 * 1024;

/** One value in COPY's text format. */
export function field(value: string | number | boolean | null): string {
  if (value === null) return '\\N';
  if (typeof value !== 'string') return value === true ? 't' : value === false ? 'f' : String(value);
  return /[\\\t\n\r]/.test(value)
    ? value.replace(/[\\\t\n\r]/g, (found) => `\\${{ '\t': 't', '\n': 'n', '\r': 'r' }[found] ?? found}`)
    : value;
}

export type Row = Array<string | number | boolean | null>;

/** Streams rows into a table by COPY, as fast as the server takes them, and answers how many there were. */
export async function copyInto(client: Client, table: string, columns: string[], rows: Iterable<Row>): Promise<number> {
  const copy = new CopyIn(`copy ${table} (${columns.join(', ')}) from stdin`);
  client.query(copy);
  const stream = await copy.begun;
  let count = 0;
  let waiting = '';
  for (const row of rows) {
    waiting += `${row.map(field).join('\t')}\n`;
    count += 1;
    if (waiting.length < chunkBytes) continue;
    if (!stream.write(dataMessage(waiting))) await Promise.race([once(stream, 'drain'), copy.done]);
    waiting = '';
  }
  if (waiting !== '') stream.write(dataMessage(waiting));
  stream.write(Buffer.from([copyDone, 0, 0, 0, 4]));
  await copy.done;
  return count;
}

const copyData = 'd'.charCodeAt(0);
const copyDone = 'c'.charCodeAt(0);

/** A letter, the length of what follows including itself, the bytes. */
function dataMessage(text: string): Buffer {
  const head = Buffer.alloc(5);
  head[0] = copyData;
  head.writeInt32BE(Buffer.byteLength(text) + 4, 1);
  return Buffer.concat([head, Buffer.from(text)]);
}

/** What `pg` lets do its own talking with the server: it hands over the connection and passes on the answers. */
class CopyIn implements Submittable {
  readonly begun: Promise<Connection['stream']>;
  readonly done: Promise<void>;
  readonly #text: string;
  #begin: (stream: Connection['stream']) => void = () => undefined;
  #end: () => void = () => undefined;
  #fail: (error: Error) => void = () => undefined;

  constructor(text: string) {
    this.#text = text;
    this.done = new Promise((resolve, reject) => {
      this.#end = resolve;
      this.#fail = reject;
    });
    this.begun = new Promise((resolve, reject) => {
      this.#begin = resolve;
      this.done.catch(reject);
    });
  }

  submit(connection: Connection): void {
    connection.query(this.#text);
  }

  handleCopyInResponse(connection: Connection): void {
    this.#begin(connection.stream);
  }

  handleError(error: Error): void {
    this.#fail(error);
  }

  handleReadyForQuery(): void {
    this.#end();
  }

  handleCommandComplete(): void {}
}
