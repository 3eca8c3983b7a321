import { writeXlsx } from 'hucre/xlsx';

type Cells = ReadonlyArray<ReadonlyArray<string | number | null>>;

/** A sheet of today. */
export async function xlsxOf(rows: Cells): Promise<Buffer> {
  return Buffer.from(await writeXlsx({ sheets: [{ name: 'Contatos', rows: rows.map((row) => [...row]) }] }));
}

/** A sheet as Excel 97 to 2003 wrote it (BIFF8 in a compound file), for tests: nobody writes such files any more, but people have them. */
export function xlsOf(rows: ReadonlyArray<ReadonlyArray<string | number>>): Buffer {
  const cells = rows.flatMap((row, at) => row.map((value, column) => cellOf(at, column, value)));
  const sheet = Buffer.concat([bof(0x10), ...cells, record(0x0a)]);
  const name = Buffer.from('Contatos', 'latin1');
  const boundSheet = (offset: number) => record(0x85, u32(offset), Buffer.from([0, 0, name.length, 0]), name);
  const globals = (offset: number) => Buffer.concat([bof(0x05), boundSheet(offset), record(0x0a)]);
  return compoundFile(Buffer.concat([globals(globals(0).length), sheet]));
}

const u16 = (value: number) => Buffer.from([value & 0xff, value >> 8]);
const u32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
function record(id: number, ...parts: Buffer[]): Buffer {
  const data = Buffer.concat(parts);
  return Buffer.concat([u16(id), u16(data.length), data]);
}
const bof = (kind: number) => record(0x0809, u16(0x0600), u16(kind), Buffer.alloc(12));

function cellOf(row: number, column: number, value: string | number): Buffer {
  const place = [u16(row), u16(column), u16(0)];
  if (typeof value === 'string') return record(0x0204, ...place, u16(value.length), Buffer.from([1]), Buffer.from(value, 'utf16le'));
  const number = Buffer.alloc(8);
  number.writeDoubleLE(value);
  return record(0x0203, ...place, number);
}

const sectorBytes = 512;
const [free, endOfChain, fatSector] = [0xffffffff, 0xfffffffe, 0xfffffffd];

/** One stream, called Workbook: the table of sectors, the directory, then the stream. */
function compoundFile(content: Buffer): Buffer {
  // Shorter streams would lie elsewhere.
  const stream = Buffer.alloc(Math.max(4096, Math.ceil(content.length / sectorBytes) * sectorBytes));
  content.copy(stream);
  const sectors = stream.length / sectorBytes;
  const table = Array.from({ length: sectorBytes / 4 }, () => free);
  if (sectors + 2 > table.length) throw new Error('a sample has to be shorter');
  table[0] = fatSector;
  table[1] = endOfChain;
  for (let at = 0; at < sectors; at += 1) table[at + 2] = at === sectors - 1 ? endOfChain : at + 3;
  const header = Buffer.alloc(sectorBytes, 0xff);
  header.fill(0, 0, 76);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header);
  for (const [at, value] of [
    [24, 0x3e],
    [26, 3],
    [28, 0xfffe],
    [30, 9],
    [32, 6],
  ] as const)
    header.writeUInt16LE(value, at);
  for (const [at, value] of [
    [44, 1],
    [48, 1],
    [56, 4096],
    [60, endOfChain],
    [68, endOfChain],
    [76, 0],
  ] as const)
    header.writeUInt32LE(value, at);
  const directory = Buffer.concat([
    entryOf('Root Entry', 5, endOfChain, 0, 1),
    entryOf('Workbook', 2, 2, stream.length, free),
    Buffer.alloc(256),
  ]);
  return Buffer.concat([header, Buffer.concat(table.map(u32)), directory, stream]);
}

function entryOf(name: string, kind: number, start: number, size: number, child: number): Buffer {
  const entry = Buffer.alloc(128);
  Buffer.from(name, 'utf16le').copy(entry);
  entry.writeUInt16LE((name.length + 1) * 2, 64);
  entry[66] = kind;
  entry[67] = 1;
  for (const at of [68, 72]) entry.writeUInt32LE(free, at);
  entry.writeUInt32LE(child, 76);
  entry.writeUInt32LE(start, 116);
  entry.writeUInt32LE(size, 120);
  return entry;
}
