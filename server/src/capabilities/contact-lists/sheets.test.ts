import { readdir, readFile } from 'node:fs/promises';
import { PassThrough, Readable } from 'node:stream';
import { writeXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { xlsOf, xlsxOf } from '../../../test/sample-sheets.ts';
import { childAccount } from '../../platform/boot/child-account.ts';
import { readSheet } from './sheet-bytes.ts';
import { readSheetApart } from './sheet-process.ts';

const rows = [
  ['Nome', 'Número', 'E-mail'],
  ['Ana Conceição', 5511999990001, 'ana@exemplo.com'],
  ['Bia', '(21) 98888-7777', ''],
];
const read = [
  [2, 'Ana Conceição', '5511999990001', 'ana@exemplo.com'],
  [3, 'Bia', '(21) 98888-7777', ''],
];

test('a sheet of today and one of twenty years ago read the same', async () => {
  expect(await readSheet(await xlsxOf(rows))).toEqual(read);
  expect(await readSheet(xlsOf(rows))).toEqual(read);
});

test.each([
  [['nome', 'numero', 'email'], true],
  [['NOME', 'NÚMERO', 'E-MAIL'], true],
  [['E-mail', 'Nome', 'Numero'], true],
  [['Name', 'Phone', 'Email'], true],
  [['  Nome ', 'Telefone'], true],
  [['Produto', 'Preço'], false],
])('titles %j', async (titles, isTaken) => {
  const place = (word: RegExp) => titles.findIndex((title) => word.test(title.trim()));
  const row = titles.map(() => '');
  row[place(/^n[ao]me$/i)] = 'Ana';
  row[place(/^(n[uú]mero|phone|telefone)$/i)] = '5511999990001';
  const answer = await readSheet(await xlsxOf([titles, row]));
  expect(answer).toEqual(isTaken ? [[2, 'Ana', '5511999990001', '']] : 'invalid');
});

test('a formula is read by what it came to, and never worked out', async () => {
  const sheet = await writeXlsx({
    sheets: [
      {
        name: 'Plan1',
        rows,
        cells: new Map([['1,1', { formula: 'HYPERLINK("http://169.254.169.254")', formulaResult: '5511999990009' }]]),
      },
    ],
  });
  const answer = await readSheet(sheet);
  expect(JSON.stringify(answer)).not.toContain('HYPERLINK');
});

test('fifty thousand people are read, one more is too many', async () => {
  const people = (count: number) => [['Nome', 'Número'], ...Array.from({ length: count }, (_, at) => ['Ana', 5511900000000 + at])];
  expect(await readSheet(await xlsxOf(people(50_000)))).toHaveLength(50_000);
  expect(await readSheet(await xlsxOf(people(50_001)))).toBe('tooLarge');
});

test('companies take turns with their sheets, and one with many waiting is told to come again', async () => {
  const begun: string[] = [];
  const upload = (group: string) =>
    readSheetApart({ group, member: 'admin' }, async () => {
      begun.push(group);
      return Readable.from([Buffer.from('no sheet')]);
    }).catch((error: unknown) => error);
  const outcomes = await Promise.all([...Array.from({ length: 6 }, () => upload('eager')), upload('other')]);
  expect(begun).toEqual(['eager', 'eager', 'other', 'eager', 'eager']);
  const read = { code: 'ERR_INVALID_SHEET' };
  const refused = { code: 'ERR_TOO_MANY_REQUESTS', extra: { retryAfter: expect.any(Number) } };
  expect(outcomes).toMatchObject([read, read, read, read, refused, refused, read]);
});

test('a sheet that a busy machine does not get to is to come again; it is not called broken', async () => {
  const endless = new Readable({ read: () => undefined });
  const reading = readSheetApart({ group: 'late', member: 'admin' }, async () => endless, 1);
  await expect(reading).rejects.toMatchObject({ code: 'ERR_TOO_MANY_REQUESTS', extra: { retryAfter: expect.any(Number) } });
});

/** `MUTATED_SHEETS=2000` reads so many of each kind. */
const mutations = Number(process.env.MUTATED_SHEETS ?? 200);

test.each(['xlsx', 'xls'])(
  'whatever is broken in an %s, it is read or refused, soon',
  async (kind) => {
    const whole = kind === 'xls' ? xlsOf(rows) : await xlsxOf(rows);
    for (let seed = 1; seed <= mutations; seed += 1) {
      const answer = await readSheet(mutated(whole, seed));
      expect(Array.isArray(answer) || ['invalid', 'tooLarge'].includes(answer), `seed ${seed}`).toBe(true);
    }
  },
  30_000 + mutations * 200,
);

/** Bytes changed, cut out, doubled or cut off, by a seed. */
function mutated(whole: Buffer, seed: number): Buffer {
  let state = seed * 2_654_435_761;
  const below = (limit: number) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) | 0;
    return (state >>> 0) % limit;
  };
  const bytes = Buffer.from(whole);
  const from = below(bytes.length);
  switch (seed % 4) {
    case 0:
      return bytes.subarray(0, from);
    case 1:
      return Buffer.concat([bytes.subarray(0, from), bytes.subarray(Math.min(bytes.length, from + below(64)))]);
    case 2:
      return Buffer.concat([bytes.subarray(0, from), bytes.subarray(Math.max(0, from - below(512))), bytes.subarray(from)]);
    default:
      for (let change = below(12); change >= 0; change -= 1) bytes[below(bytes.length)] = below(256);
      return bytes;
  }
}

test.runIf(process.getuid?.() === 0)('a sheet is read by an account without rights', async () => {
  const account = await childAccount();
  const sheet = new PassThrough();
  const reading = readSheetApart({ group: 'account', member: 'admin' }, async () => sheet);
  await expect.poll(uidsOfReaders, { timeout: 30_000 }).toEqual([account?.uid]);
  sheet.end('name;number\nAna;+5511987654321\n');
  await reading.catch(() => undefined);
});

/** Lists the child processes that read sheets. */
async function uidsOfReaders(): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const statuses = await Promise.all(
    pids
      .map(async (pid) => {
        const [commandLine, status] = await Promise.all(['cmdline', 'status'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8')));
        return commandLine?.includes('sheet-reader') && status?.includes(`PPid:\t${process.pid}\n`) ? status : '';
      })
      .map((found) => found.catch(() => '')),
  );
  return statuses.filter((status) => status !== '').map((status) => Number(/^Uid:\s+(\d+)/m.exec(status)?.[1]));
}
