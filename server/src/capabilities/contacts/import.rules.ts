import { ContactInput, type Skipped } from '@prosa/contracts/contacts';
import { plainText } from '@prosa/contracts/plain-text';
import type { z } from 'zod';
import { type CsvRow, csvRows } from './csv.rules.ts';

export type ContactRow = { name: string; number: string; email: string };
type Reason = z.output<typeof Skipped>['reason'];
type Columns = Record<keyof ContactRow, number>;
export type ParsedContacts = { contacts: ContactRow[]; skipped: Array<{ line: number; reason: Reason }> };

const titles: Record<keyof ContactRow, RegExp> = {
  name: /^(name|nome|nombre|contato|contact|contacto)$/,
  number: /^(number|numero|telefone|telefono|phone|celular|whatsapp|fone)$/,
  email: /^(e-?mail|correo|correo electronico)$/,
};
/** More rows would block other requests for too long. */
export const maxRows = 20_000;
/** Longer than any name, number or address that the checks behind it would let through. */
const maxCheckedLength = 1_000;
const inOrder: Columns = { name: 0, number: 1, email: 2 };

/** Rows that are checked in one go. */
const rowsPerBatch = 100;

/** The contacts of a file: by its header's words, or name, number, e-mail when it has none. Invalid rows are reported by line. */
export function parseContacts(text: string): ParsedContacts {
  const reading = readSheet(text);
  for (;;) {
    const { done, value } = reading.next();
    if (done) return value;
  }
}

/** The same with pauses: a large file takes about a second, and other requests are served in between. */
export async function parseContactsWithPauses(text: string, pause: () => Promise<unknown>): Promise<ParsedContacts> {
  const reading = readSheet(text);
  for (;;) {
    const { done, value } = reading.next();
    if (done) return value;
    await pause();
  }
}

function* readSheet(text: string): Generator<undefined, ParsedContacts> {
  const sheet: ParsedContacts = { contacts: [], skipped: [] };
  let columns: Columns | undefined;
  let rows = 0;
  for (const row of csvRows(text)) {
    if (!row || rows % rowsPerBatch === 0) yield undefined;
    if (!row) continue;
    rows += 1;
    if (rows > maxRows + 2) break;
    const header = columns ? undefined : columnsOf(row);
    columns ??= header ?? inOrder;
    if (header) continue;
    const read = readRow(row, columns);
    if (typeof read === 'string') sheet.skipped.push({ line: row.line, reason: read });
    else sheet.contacts.push(read);
  }
  return sheet;
}

/** No title is longer. */
const maxTitleLength = 40;
const normalizeTitle = (title: string) => plainText(title, 'NFKD');

export function columnsOf({ cells }: Pick<CsvRow, 'cells'>): Columns | undefined {
  const place = (column: keyof ContactRow) =>
    cells.findIndex((cell) => cell.length <= maxTitleLength && titles[column].test(normalizeTitle(cell)));
  const columns = { name: place('name'), number: place('number'), email: place('email') };
  return columns.number < 0 || columns.name < 0 ? undefined : columns;
}

/** Rejects obviously invalid rows before the full validation, since a file may contain thousands of them. */
function readRow({ cells, tooLong }: CsvRow, columns: Columns): ContactRow | Reason {
  if (tooLong) return 'size';
  if (cells.length < 2) return 'columns';
  const cellOf = (column: keyof ContactRow) => cells[columns[column]] ?? '';
  if (cellOf('name').length < 2 || cellOf('name').length > maxCheckedLength) return 'name';
  if (cellOf('number').length > maxCheckedLength || !/(?:\d\D*){8}/.test(cellOf('number'))) return 'number';
  if (cellOf('email').length > maxCheckedLength) return 'email';
  const { data, error } = ContactInput.safeParse({ name: cellOf('name'), number: cellOf('number'), email: cellOf('email') });
  if (data) return { name: data.name, number: data.number, email: data.email };
  const wrong = error.issues[0]?.path[0];
  return wrong === 'name' || wrong === 'number' ? wrong : 'email';
}
