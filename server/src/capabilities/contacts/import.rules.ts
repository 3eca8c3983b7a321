import { ContactInput, type Skipped } from '@prosa/contracts/contacts';
import type { z } from 'zod';
import { type CsvRow, readCsv } from './csv.rules.ts';

export type Written = { name: string; number: string; email: string };
type Reason = z.output<typeof Skipped>['reason'];
type Columns = Record<keyof Written, number>;
export type Sheet = { contacts: Written[]; skipped: Array<{ line: number; reason: Reason }> };

const titles: Record<keyof Written, RegExp> = {
  name: /^(name|nome|nombre|contato|contact|contacto)$/,
  number: /^(number|numero|telefone|telefono|phone|celular|whatsapp|fone)$/,
  email: /^(e-?mail|correo|correo electronico)$/,
};
/** More would keep everybody else waiting. */
export const mostRows = 20_000;
const inOrder: Columns = { name: 0, number: 1, email: 2 };

/** The contacts of a file: by its header's words, or name, number, e-mail when it has none. Rows that will not do are told by line. */
export function contactsIn(text: string): Sheet {
  const rows = readCsv(text, mostRows + 2);
  const header = rows[0] && columnsOf(rows[0]);
  const sheet: Sheet = { contacts: [], skipped: [] };
  for (const row of header ? rows.slice(1) : rows) {
    const read = readRow(row, header ?? inOrder);
    if (typeof read === 'string') sheet.skipped.push({ line: row.line, reason: read });
    else sheet.contacts.push(read);
  }
  return sheet;
}

/** No title is longer; and a long run of combining marks takes quadratic time to normalise. */
const longestTitle = 100;
const plain = (title: string) => title.slice(0, longestTitle).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

function columnsOf({ cells }: CsvRow): Columns | undefined {
  const place = (column: keyof Written) => cells.findIndex((cell) => titles[column].test(plain(cell)));
  const columns = { name: place('name'), number: place('number'), email: place('email') };
  return columns.number < 0 || columns.name < 0 ? undefined : columns;
}

/** A file may hold thousands of rows of nonsense: what is plainly wrong is not worth a full check. */
function readRow({ cells }: CsvRow, columns: Columns): Written | Reason {
  if (cells.length < 2) return 'columns';
  const cellOf = (column: keyof Written) => cells[columns[column]] ?? '';
  if (cellOf('name').length < 2) return 'name';
  if (!/(?:\d\D*){8}/.test(cellOf('number'))) return 'number';
  const { data, error } = ContactInput.safeParse({ name: cellOf('name'), number: cellOf('number'), email: cellOf('email') });
  if (data) return { name: data.name, number: data.number, email: data.email };
  const wrong = error.issues[0]?.path[0];
  return wrong === 'name' || wrong === 'number' ? wrong : 'email';
}
