import type { Client } from 'pg';
import { copyIn } from '../server/src/operations/copy.ts';

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
export function copyInto(client: Client, table: string, columns: string[], rows: Iterable<Row>): Promise<number> {
  return copyIn(client, `copy ${table} (${columns.join(', ')}) from stdin`, inChunks(rows));
}

async function* inChunks(rows: Iterable<Row>): AsyncGenerator<Buffer> {
  let waiting = '';
  for (const row of rows) {
    waiting += `${row.map(field).join('\t')}\n`;
    if (waiting.length < chunkBytes) continue;
    yield Buffer.from(waiting);
    waiting = '';
  }
  if (waiting !== '') yield Buffer.from(waiting);
}
