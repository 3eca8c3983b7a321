import { Readable } from 'node:stream';
import type { Client, Connection, Submittable } from 'pg';

const chunkBytes = 256 * 1024;

/** The bytes of a `COPY ... TO STDOUT`, no faster than they are taken, and how many rows they were once all are read. */
export function copyOut(client: Client, text: string): { stream: Readable; rows(): number } {
  const copy = new CopyOut(text);
  client.query(copy);
  return { stream: copy.stream, rows: () => copy.rows };
}

/** Sends bytes to a `COPY ... FROM STDIN` as fast as the server takes them; the number of rows it kept. */
export async function copyIn(client: Client, text: string, source: AsyncIterable<Buffer>): Promise<number> {
  const copy = new CopyIn(text);
  client.query(copy);
  const connection = await copy.begun;
  try {
    for await (const bytes of source) if (!(await passOn(connection, copyData(bytes), copy.done))) break;
  } catch (error) {
    connection.sendCopyFail('the source of the rows failed');
    await copy.done.catch(() => undefined);
    throw error;
  }
  connection.endCopyFrom();
  await copy.done;
  return copy.rows;
}

/** False when the server has reported an error: stop sending. */
async function passOn({ stream }: Connection, bytes: Buffer, done: Promise<void>): Promise<boolean> {
  if (stream.write(bytes)) return true;
  let heard: () => void = () => undefined;
  const drained = new Promise<true>((resolve) => {
    heard = () => resolve(true);
    stream.once('drain', heard);
  });
  const refused = done.then(
    () => false,
    () => false,
  );
  return Promise.race([drained, refused]).finally(() => stream.off('drain', heard));
}

/** A letter, the length of what follows including itself, the bytes. */
function copyData(bytes: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head[0] = 'd'.charCodeAt(0);
  head.writeInt32BE(bytes.length + 4, 1);
  return Buffer.concat([head, bytes]);
}

const rowsOf = (tag: string | undefined) => Number(/^COPY (\d+)/.exec(tag ?? '')?.[1] ?? 0);

/** A custom query object for `pg`, which passes it the connection and the server's messages. */
class CopyOut implements Submittable {
  readonly stream: Readable;
  rows = 0;
  readonly #text: string;
  #connection: Connection | undefined;
  #failure: Error | undefined;
  #gathered = Buffer.allocUnsafe(chunkBytes);
  #filled = 0;

  constructor(text: string) {
    this.#text = text;
    const goOn = () => void this.#connection?.stream.resume();
    this.stream = new Readable({
      highWaterMark: 4 * chunkBytes,
      read: goOn,
      destroy(error, done) {
        goOn();
        done(error);
      },
    });
  }

  submit(connection: Connection): void {
    this.#connection = connection;
    connection.query(this.#text);
  }

  /** `pg` reuses its buffer, so rows are copied into larger chunks. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (this.#filled + chunk.length > this.#gathered.length) this.#flush(chunk.length);
    chunk.copy(this.#gathered, this.#filled);
    this.#filled += chunk.length;
  }

  #flush(next = 0): void {
    const piece = this.#gathered.subarray(0, this.#filled);
    this.#gathered = Buffer.allocUnsafe(Math.max(chunkBytes, next));
    this.#filled = 0;
    if (piece.length > 0 && !this.stream.destroyed && !this.stream.push(piece)) this.#connection?.stream.pause();
  }

  handleCommandComplete({ text }: { text?: string }): void {
    this.rows = rowsOf(text);
  }

  handleError(error: Error): void {
    this.#failure = error;
    this.stream.destroy(error);
  }

  handleReadyForQuery(): void {
    if (this.#failure) return;
    this.#flush();
    this.stream.push(null);
  }
}

class CopyIn implements Submittable {
  readonly begun: Promise<Connection & CopyTalk>;
  readonly done: Promise<void>;
  rows = 0;
  readonly #text: string;
  #begin: (connection: Connection & CopyTalk) => void = () => undefined;
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

  handleCopyInResponse(connection: Connection & CopyTalk): void {
    this.#begin(connection);
  }

  handleCommandComplete({ text }: { text?: string }): void {
    this.rows = rowsOf(text);
  }

  handleError(error: Error): void {
    this.#fail(error);
  }

  handleReadyForQuery(): void {
    this.#end();
  }
}

/** Methods of `pg`'s connection that its types omit. */
type CopyTalk = { sendCopyFail(message: string): void; endCopyFrom(): void };
