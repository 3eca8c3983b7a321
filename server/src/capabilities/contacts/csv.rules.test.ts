import { expect, test } from 'vitest';
import { csvHeader, csvLine, decodeText, readCsv } from './csv.rules.ts';
import { parseContacts, parseContactsWithPauses } from './import.rules.ts';

test('"export CSV (semicolon separator, columns name, number, email)": with a mark for spreadsheets, quotes only where needed', () => {
  expect(csvHeader).toBe('\uFEFFname;number;email\r\n');
  expect(csvLine(['Ana', '5511999990001', 'ana@exemplo.com'])).toBe('Ana;5511999990001;ana@exemplo.com\r\n');
  expect(csvLine(['Silva; "Ana"\nmãe', '1', ''])).toBe('"Silva; ""Ana""\nmãe";1;\r\n');
});

test.each(['=2+5', '+551199', '-1', '@SUM(A1)', '\tx', '\rx'])('a cell that would calculate, %j, is shown as text', (cell) => {
  expect(csvLine([cell, '', ''])).toMatch(/^"?'/);
});

const invisible = [
  '\u200B',
  '\u200D',
  '\uFEFF',
  '\u00A0',
  '\u3000',
  '\u202E',
  '\u2066',
  '\u00AD',
  '\u2060',
  '\u180E',
  '\u0000',
  '\u0007',
  '\n',
  '\v',
  ' ',
];
const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫', '−'];

test.each(signs)('a formula that begins with %s is shown as text, whatever invisible stands before it', (sign) => {
  for (const prefix of ['', ...invisible, invisible.join('')]) {
    const line = csvLine([`${prefix}${sign}1+1`, '', '']);
    expect(line, JSON.stringify(line)).toMatch(/^"?'/);
  }
});

test('names of people stay as they are', () => {
  for (const name of ['Ana', 'Müller-Lüdenscheidt', '1+1', 'a=b', 'ana@exemplo.com', '\u200BAna', 'محمد', '👩\u200D👧'])
    expect(csvLine([name])).toBe(`${name}\r\n`);
});

test('what was exported comes back the same, hostile cells too', () => {
  const names = ['=HYPERLINK("http://x")', '+cmd|calc', 'Ana; Maria', 'aspas "duplas"', '@eu', '-dois', "'apóstrofo", 'linha\nquebrada'];
  const file = csvHeader + names.map((name, index) => csvLine([name, `551199999000${index}`, ''])).join('');
  expect(parseContacts(decodeText(new TextEncoder().encode(file)))).toEqual({
    contacts: names.map((name, index) => ({ name, number: `551199999000${index}`, email: '' })),
    skipped: [],
  });
});

test('commas or semicolons, any line ends, quoted line breaks: each row keeps the line it begins on', () => {
  expect(readCsv('a,"b,\nc"\r\n\r\nd,e\rf,')).toEqual([
    { line: 1, cells: ['a', 'b,\nc'] },
    { line: 4, cells: ['d', 'e'] },
    { line: 5, cells: ['f', ''] },
  ]);
  expect(readCsv('')).toEqual([]);
  expect(readCsv('"never closed;x\ny')).not.toHaveLength(0);
});

test('a file of an old spreadsheet is read in its own letters', () => {
  expect(decodeText(Buffer.from('Jo\xe3o;5511999990001', 'latin1'))).toBe('João;5511999990001');
  expect(decodeText(new TextEncoder().encode('\uFEFFJoão'))).toBe('João');
});

test('columns are known by their titles in three languages, in any order; without titles by their place', () => {
  const ana = [{ name: 'Ana', number: '5511999990001', email: '' }];
  expect(parseContacts('E-mail;Telefone;Nome\n;5511999990001;Ana').contacts).toEqual(ana);
  expect(parseContacts('nombre,teléfono\nAna,+55 (11) 99999-0001').contacts).toEqual(ana);
  expect(parseContacts('Ana;5511999990001').contacts).toEqual(ana);
});

test('rows that will not do are passed over, each with its line and reason', () => {
  const file = 'name;number;email\nA;5511999990001;\nAna;123;\nAna;5511999990001;nope\nsozinha\nBia;5511999990002;bia@exemplo.com';
  expect(parseContacts(file)).toEqual({
    contacts: [{ name: 'Bia', number: '5511999990002', email: 'bia@exemplo.com' }],
    skipped: [
      { line: 2, reason: 'name' },
      { line: 3, reason: 'number' },
      { line: 4, reason: 'email' },
      { line: 5, reason: 'columns' },
    ],
  });
});

const large = 2 * 2 ** 20;

test.each([
  ['a row without end', `Ana;5511999990001;${'x'.repeat(large)}`],
  ['a quoted cell without end', `Ana;5511999990001;"${'x'.repeat(large)}"`],
  ['marks without end', `A${'\u0301\u0323'.repeat(large / 4)};5511999990001`],
  ['separators without end', `Ana;5511999990001${';'.repeat(large)}`],
  ['quotes without end', `Ana;5511999990001;${'"'.repeat(large)}`],
  ['cells in quotes without end', `Ana;5511999990001;${'"a";'.repeat(large / 4)}`],
])('%s is passed over as too long, and what comes after it is taken', (_what, row) => {
  const { contacts, skipped } = parseContacts(`name;number;email\n${row}\nBia;5511999990002;`);
  expect(skipped).toEqual([{ line: 2, reason: 'size' }]);
  expect(contacts).toEqual([{ name: 'Bia', number: '5511999990002', email: '' }]);
});

test.each([
  ['one row', `Ana;${'5'.repeat(large)}`],
  ['rows of nonsense', 'a\n'.repeat(large / 2)],
  ['contacts', 'Ana;5511999990001;\n'.repeat(20_000)],
  ['quotes', '"'.repeat(large)],
  ['separators', ';'.repeat(large)],
  ['open quotes', '"ab;\n'.repeat(large / 5)],
  ['doubled quotes', `"${';""'.repeat(large / 3)}`],
])('a file of two mebibytes of %s is read with pauses between short stretches', async (_what, text) => {
  let pauses = 0;
  let longest = 0;
  // Of the processor's time, which is not what others take of the machine meanwhile.
  const spent = () => process.cpuUsage().user / 1000;
  let since = spent();
  await parseContactsWithPauses(text, async () => {
    pauses += 1;
    longest = Math.max(longest, spent() - since);
    since = spent();
  });
  expect(pauses).toBeGreaterThan(0);
  // A stretch takes some milliseconds; the bound only tells it from the second that the whole file would take.
  expect(longest).toBeLessThan(700);
});

test('a row within the bounds is read whole: a cell of 32,767 letters does no harm', () => {
  const note = 'x'.repeat(32_767);
  expect(parseContacts(`name;number;email;note\nAna;5511999990001;;${note}\nBia;5511999990002;;"${note}"`)).toMatchObject({
    contacts: [{}, {}],
    skipped: [],
  });
});

test('a large file with one unclosed quote is read in a moment', () => {
  const file = `"${'a;b\n'.repeat(100_000)}`;
  expect(parseContacts(file).contacts).toEqual([]);
});
