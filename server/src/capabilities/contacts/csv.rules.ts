const byteOrderMark = String.fromCharCode(0xfeff);
/**
 * Where a spreadsheet would begin to calculate: signs of formulas, also wide and small ones, behind whatever it takes for nothing
 * (spaces of all kinds, marks that turn or join text, control signs).
 */
const formulaSign = String.raw`[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\uFE62\uFE63\uFE66\uFE6B\u2212]`;
const formula = String.raw`(?:[\t\r\n]|[\s\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}]*${formulaSign})`;
const isFormula = new RegExp(`^${formula}`, 'u');
const disarmed = new RegExp(`^'(?=${formula})`, 'u');

export const csvHeader = `${byteOrderMark}name;number;email\r\n`;

export const csvLine = (cells: string[]) => `${cells.map(csvCell).join(';')}\r\n`;

function csvCell(text: string): string {
  const safe = isFormula.test(text) ? `'${text}` : text;
  return /[";\r\n,\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Files of other programs are in UTF-8 or, from older ones, in Windows-1252; what is not the one is the other. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** An overlong row keeps only its line number. */
export type CsvRow = { line: number; cells: string[]; tooLong?: boolean };

/** What spreadsheets can hold in a cell, and what a row of contacts may have. */
const maxCellLength = 32_767;
const maxRowLength = 65_536;
const maxCells = 1_000;

/**
 * Rows with the line each begins on, at most so many. Cells are split by what the first line has more of; quoted ones may hold
 * anything.
 */
export function readCsv(text: string, most = Number.POSITIVE_INFINITY): CsvRow[] {
  const rows: CsvRow[] = [];
  for (const row of csvRows(text)) {
    if (row && rows.push(row) >= most) break;
  }
  return rows;
}

/** The same as a generator, in one pass. It yields undefined every few thousand characters so that the caller can pause. */
export function* csvRows(text: string): Generator<CsvRow | undefined> {
  const separator = separatorOf(text);
  const cellAt = cellReader(text, separator);
  let row: CsvRow = { line: 1, cells: [] };
  let [at, begin, line, paused] = [0, 0, 1, 0];
  while (at < text.length) {
    const cell = cellAt(at);
    at = cell.end;
    if (row.cells.length >= maxCells || cell.text.length > maxCellLength || at - begin > maxRowLength) row.tooLong = true;
    if (!row.tooLong) row.cells.push(cell.text.trim().replace(disarmed, ''));
    line += cell.lines;
    const isLast = text[at] !== separator;
    if (isLast) {
      const breakLength = text.startsWith('\r\n', at) ? 2 : 1;
      line += Number(at < text.length);
      at += breakLength;
    } else {
      at += 1;
      if (at === text.length && !row.tooLong) row.cells.push('');
    }
    if (isLast || at === text.length) {
      if (row.tooLong) yield { line: row.line, cells: [], tooLong: true };
      else if (row.cells.some((each) => each !== '')) yield row;
      row = { line, cells: [] };
      begin = at;
    }
    if (at - paused > maxRowLength) {
      paused = at;
      yield undefined;
    }
  }
}

type Cell = { text: string; end: number; lines: number };

/** A cell in quotes, if they are closed within what a cell may hold; else whatever stands before the next separator or line. */
function cellReader(text: string, separator: string): (at: number) => Cell {
  const bare = new RegExp(`[^${separator}\\r\\n]*`, 'y');
  const bareEnd = (at: number) => {
    bare.lastIndex = at;
    bare.exec(text);
    return Math.max(at, bare.lastIndex);
  };
  return (at) => {
    const close = text[at] === '"' ? closingQuote(text, at + 1) : -1;
    if (close < 0) {
      const end = bareEnd(at);
      return { text: text.slice(at, Math.min(end, at + maxCellLength + 1)), end, lines: 0 };
    }
    const quoted = text.slice(at + 1, close);
    return { text: quoted.replaceAll('""', '"'), end: bareEnd(close + 1), lines: linesIn(quoted) };
  };
}

function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0 && at - from <= 2 * maxCellLength; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] !== '"') return at;
  }
  return -1;
}

const linesIn = (text: string) => text.split(/\r\n|\n|\r/).length - 1;

function separatorOf(text: string): ';' | ',' {
  const first =
    text
      .slice(0, maxRowLength)
      .replace(/"(?:[^"]|"")*"/g, '')
      .split(/[\r\n]/, 1)[0] ?? '';
  return first.split(',').length > first.split(';').length ? ',' : ';';
}
