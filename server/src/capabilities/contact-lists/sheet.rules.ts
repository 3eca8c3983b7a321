import { ContactListItemInput, type importReasons, sheetFile } from '@prosa/contracts/contact-lists';
import { columnsOf } from '../contacts/import.rules.ts';

/** Line, name, number and e-mail as they stand in the sheet. */
export type SheetRow = [line: number, name: string, number: string, email: string];
export type Item = { name: string; number: string; email: string };
type Cell = string | number | boolean | Date | null | undefined;

/** Titles stand among the first rows, below a heading or a logo. */
const titleRows = 10;
const maxColumns = 16;
const maxText = 1_000;

/** Numbers of a sheet are numbers of JavaScript: of those that people dial, every digit counts. */
function textOf(cell: Cell): string {
  if (typeof cell === 'string') return cell.slice(0, maxText).trim();
  return typeof cell === 'number' && Number.isSafeInteger(cell) ? String(cell) : '';
}

const looksLikeNumber = (text: string) => /(?:\d\D*){8}/.test(text);

/** Goes through the rows of a sheet; what is left of it are names, numbers and addresses. */
export function openSheetRows() {
  let columns: { name: number; number: number; email: number } | undefined;
  let seen = 0;
  return {
    /** Nothing for titles, empty rows and what stands above them. */
    read(line: number, values: readonly Cell[]): SheetRow | undefined {
      const cells = values.slice(0, maxColumns).map(textOf);
      if (cells.every((cell) => cell === '')) return undefined;
      seen += 1;
      if (columns === undefined) {
        columns = columnsOf({ cells });
        if (columns !== undefined) return undefined;
        // A sheet without titles has name, number and e-mail in this order.
        if (looksLikeNumber(cells[1] ?? '')) columns = { name: 0, number: 1, email: 2 };
        else return undefined;
      }
      const { name, number, email } = columns;
      return [line, cells[name] ?? '', cells[number] ?? '', cells[email] ?? ''];
    },
    /** Neither titles nor numbers where they should be: it is some other sheet. */
    isOther: () => columns === undefined && (seen >= titleRows || seen === 0),
    hasColumns: () => columns !== undefined,
  };
}

export const isTooLong = (rows: number): boolean => rows > sheetFile.maxRows;

/** Numbers of Brazil as people write them there, without the country. */
const withoutCountry = /^[1-9]{2}(9\d{8}|[2-5]\d{7})$/;

const Typed = ContactListItemInput.omit({ contactListId: true });

/** The item of a row, or what is wrong with it. */
export function itemOf([, name, number, email]: SheetRow): Item | (typeof importReasons)[number] {
  const digits = number.replace(/[\s().+-]/g, '');
  const dialled = !number.trimStart().startsWith('+') && withoutCountry.test(digits) ? `55${digits}` : number;
  const { data, error } = Typed.safeParse({ name, number: dialled, email });
  if (data) return { name: data.name, number: data.number, email: data.email };
  const wrong = error.issues[0]?.path[0];
  return wrong === 'name' || wrong === 'number' ? wrong : 'email';
}
