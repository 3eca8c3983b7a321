import { expect, test } from 'vitest';
import { csvHeader, csvLine, readCsv, textOf } from './csv.rules.ts';
import { contactsIn } from './import.rules.ts';

test('"export CSV (semicolon separator, columns name, number, email)": with a mark for spreadsheets, quotes only where needed', () => {
  expect(csvHeader).toBe('\uFEFFname;number;email\r\n');
  expect(csvLine(['Ana', '5511999990001', 'ana@exemplo.com'])).toBe('Ana;5511999990001;ana@exemplo.com\r\n');
  expect(csvLine(['Silva; "Ana"\nmãe', '1', ''])).toBe('"Silva; ""Ana""\nmãe";1;\r\n');
});

test.each(['=2+5', '+551199', '-1', '@SUM(A1)', '\tx', '\rx'])('a cell that would calculate, %j, is shown as text', (cell) => {
  expect(csvLine([cell, '', ''])).toMatch(/^"?'/);
});

test('what was exported comes back the same, hostile cells too', () => {
  const names = ['=HYPERLINK("http://x")', '+cmd|calc', 'Ana; Maria', 'aspas "duplas"', '@eu', '-dois', "'apóstrofo", 'linha\nquebrada'];
  const file = csvHeader + names.map((name, index) => csvLine([name, `551199999000${index}`, ''])).join('');
  expect(contactsIn(textOf(new TextEncoder().encode(file)))).toEqual({
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
  expect(textOf(Buffer.from('Jo\xe3o;5511999990001', 'latin1'))).toBe('João;5511999990001');
  expect(textOf(new TextEncoder().encode('\uFEFFJoão'))).toBe('João');
});

test('columns are known by their titles in three languages, in any order; without titles by their place', () => {
  const ana = [{ name: 'Ana', number: '5511999990001', email: '' }];
  expect(contactsIn('E-mail;Telefone;Nome\n;5511999990001;Ana').contacts).toEqual(ana);
  expect(contactsIn('nombre,teléfono\nAna,+55 (11) 99999-0001').contacts).toEqual(ana);
  expect(contactsIn('Ana;5511999990001').contacts).toEqual(ana);
});

test('rows that will not do are passed over, each with its line and reason', () => {
  const file = 'name;number;email\nA;5511999990001;\nAna;123;\nAna;5511999990001;nope\nsozinha\nBia;5511999990002;bia@exemplo.com';
  expect(contactsIn(file)).toEqual({
    contacts: [{ name: 'Bia', number: '5511999990002', email: 'bia@exemplo.com' }],
    skipped: [
      { line: 2, reason: 'name' },
      { line: 3, reason: 'number' },
      { line: 4, reason: 'email' },
      { line: 5, reason: 'columns' },
    ],
  });
});

test('a large file with one unclosed quote is read in a moment', () => {
  const file = `"${'a;b\n'.repeat(100_000)}`;
  expect(contactsIn(file).contacts).toEqual([]);
});
