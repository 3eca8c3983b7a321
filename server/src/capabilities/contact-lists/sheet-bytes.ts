import { readXls, streamXlsxRows } from 'hucre/xlsx';
import { isTooLong, openSheetRows, type SheetRow } from './sheet.rules.ts';

/** What a sheet may cost: it is a file of a stranger, and compressed. */
const limits = { entries: 200, bytes: 50 * 2 ** 20, ratio: 100, ratioFrom: 2 ** 20 };

export type BadSheet = 'invalid' | 'tooLarge';

/** The rows of the first sheet, or why there are none. Runs in a process of its own (`sheet-reader.ts`). */
export async function readSheet(bytes: Uint8Array): Promise<SheetRow[] | BadSheet> {
  const sheet = openSheetRows();
  const rows: SheetRow[] = [];
  try {
    for await (const { line, values } of linesOf(bytes)) {
      const row = sheet.read(line, values);
      if (row) rows.push(row);
      if (isTooLong(rows.length)) return 'tooLarge';
      if (sheet.isOther() && line > 1) return 'invalid';
    }
  } catch {
    return 'invalid';
  }
  return sheet.hasColumns() ? rows : 'invalid';
}

async function* linesOf(bytes: Uint8Array) {
  if (isZip(bytes)) {
    refuseBombs(bytes);
    for await (const { index, values } of streamXlsxRows(bytes, { sheet: 0 })) yield { line: index + 1, values };
    return;
  }
  const { sheets } = await readXls(bytes, { sheets: [0] });
  for (const [index, values] of (sheets[0]?.rows ?? []).entries()) yield { line: index + 1, values };
}

const isZip = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b;

/** By what its table of contents claims; a table that lies is met by the limits of the process. */
function refuseBombs(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end -= 1;
  if (end < 0) throw new Error('no table of contents');
  const entries = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  let unpacked = 0;
  if (entries > limits.entries) throw new Error('too many parts');
  for (let entry = 0; entry < entries; entry += 1) {
    if (view.getUint32(at, true) !== 0x02014b50) throw new Error('no entry');
    unpacked += view.getUint32(at + 24, true);
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  if (unpacked > limits.bytes || (unpacked > limits.ratioFrom && unpacked > bytes.length * limits.ratio)) throw new Error('a bomb');
}
