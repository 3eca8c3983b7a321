import { expect, test } from 'vitest';
import { factAbout, isProven, isSameNumber, type KnownPerson, maskedName } from './ownership.rules.ts';

test.each([
  ['5511987654321', '(11) 98765-4321'],
  ['551187654321', '11987654321'],
  ['5511987654321', '1187654321'],
  ['5511987654321', '+55 011 98765-4321'.replace('011', '11')],
  ['5511987654321', '011987654321'],
  ['14155550123', '+1 415 555 0123'],
])('%s and %s are one number', (one, other) => expect(isSameNumber(one, other)).toBe(true));

test.each([
  ['5511987654321', '21987654321'],
  ['5511987654321', '987654321'],
  ['5511987654321', '87654321'],
  ['5511987654321', ''],
  ['', ''],
  ['abc', 'abc'],
  ['5511987654321', '5511987654322'],
])('%s and %s are two', (one, other) => expect(isSameNumber(one, other)).toBe(false));

const person: KnownPerson = { name: 'Lúcia de Souza', phones: ['(11) 98765-4321'], email: 'lucia@example.com', birthDate: '1990-02-01' };
const own = '5511987654321';
const strange = '5521912345678';

test('who writes from a number of the record is that person', () => {
  expect(isProven(person, own, null)).toBe(true);
  expect(isProven(person, strange, null)).toBe(false);
});

test.each(['01/02/1990', '1/2/1990', '01021990', '01-02-1990', '01 02 1990', '1990-02-01'])('%s is the birth date', (said) =>
  expect(isProven(person, strange, said)).toBe(true),
);

test('another fact than the one that is asked for proves nothing', () => {
  for (const said of ['02/01/1990', '01/02/90', 'lucia@example.com', 'Lúcia de Souza', '', 'null'])
    expect(isProven(person, strange, said), said).toBe(false);
});

test('where the record has no birth date its e-mail is asked for, and where it has none the full name', () => {
  const withMail = { ...person, birthDate: null };
  expect([factAbout(person), factAbout(withMail)]).toEqual(['birthDate', 'email']);
  expect(isProven(withMail, strange, ' Lucia@Example.com ')).toBe(true);
  expect(isProven(withMail, strange, 'Lúcia de Souza')).toBe(false);
  const named = { ...withMail, email: null };
  expect(factAbout(named)).toBe('name');
  expect(isProven(named, strange, 'lucia DE souza')).toBe(true);
  expect(isProven(named, strange, 'Lúcia')).toBe(false);
  const bare = { ...named, name: 'Lúcia' };
  expect([factAbout(bare), isProven(bare, strange, 'Lúcia')]).toEqual([undefined, false]);
});

test.each([
  ['Lucas Silva', 'L*** S***'],
  ['Lucas da Silva Santos', 'L*** S***'],
  ['ângela', 'Â***'],
  ['', ''],
])('%s is shown as %s', (name, masked) => expect(maskedName(name)).toBe(masked));
