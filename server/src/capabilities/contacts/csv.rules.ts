const mark = String.fromCharCode(0xfeff);
/** Where a spreadsheet would begin to calculate. */
const isFormula = /^[=+\-@\t\r]/;
const disarmed = /^'(?=[=+\-@\t\r])/;

export const csvHeader = `${mark}name;number;email\r\n`;

export const csvLine = (cells: string[]) => `${cells.map(csvCell).join(';')}\r\n`;

function csvCell(text: string): string {
  const safe = isFormula.test(text) ? `'${text}` : text;
  return /[";\r\n,]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Files of other programs are in UTF-8 or, from older ones, in Windows-1252; what is not the one is the other. */
export function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

export type CsvRow = { line: number; cells: string[] };

/** Rows with the line each begins on, at most so many. Cells are split by what the first line has more of; quoted ones may hold anything. */
export function readCsv(text: string, most = Number.POSITIVE_INFINITY): CsvRow[] {
  const separator = separatorOf(text);
  const rows: CsvRow[] = [];
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"[^${separator}\\r\\n]*|([^${separator}\\r\\n]*))(${separator}|\\r\\n|\\n|\\r|$)`, 'y');
  let line = 1;
  let row: CsvRow = { line, cells: [] };
  while (cell.lastIndex < text.length && rows.length < most) {
    const [whole, quoted, bare = '', end = ''] = cell.exec(text) ?? [''];
    if (whole === '') break;
    row.cells.push((quoted === undefined ? bare : quoted.replaceAll('""', '"')).trim().replace(disarmed, ''));
    line += quoted === undefined ? Number(end !== separator) : linesIn(whole);
    if (end === separator && cell.lastIndex < text.length) continue;
    if (end === separator) row.cells.push('');
    if (row.cells.some((each) => each !== '')) rows.push(row);
    row = { line, cells: [] };
  }
  return rows;
}

const linesIn = (text: string) => text.split(/\r\n|\n|\r/).length - 1;

function separatorOf(text: string): ';' | ',' {
  const first = text.replace(/"(?:[^"]|"")*"/g, '').split(/[\r\n]/, 1)[0] ?? '';
  return first.split(',').length > first.split(';').length ? ',' : ';';
}
