import { expect, test } from 'vitest';
import { canBeProven, isProven, isSameNumber, type KnownPerson, maskedName } from './ownership.rules.ts';

test.each([
  ['(11) 98765-4321', '5511987654321'],
  ['11987654321', '551187654321'],
  ['1187654321', '5511987654321'],
  ['+55 11 98765-4321', '5511987654321'],
  ['55 11 8765-4321', '5511987654321'],
  ['011987654321', '5511987654321'],
  ['0055 11 98765-4321', '5511987654321'],
  ['+55 (011) 98765-4321', '5511987654321'],
  ['(55) 99123-4567', '5555991234567'],
  ['(11) 3265-4321', '551132654321'],
  ['+1 415 555 0123', '14155550123'],
  ['+47 912 34 567', '4791234567'],
  ['0047 91234567', '4791234567'],
])('the recorded number %s is the one that asks, %s', (recorded, asking) => expect(isSameNumber(recorded, asking)).toBe(true));

test.each([
  ['(47) 99123-4567', '4791234567'],
  ['(47) 9123-4567', '4791234567'],
  ['4791234567', '4791234567'],
  ['+47 91234567', '5547991234567'],
  ['(45) 99123-4567', '4591234567'],
  ['(51) 99123-4567', '5191234567'],
  ['(65) 99123-4567', '6591234567'],
  ['21987654321', '5511987654321'],
  ['(11) 3265-4321', '5511932654321'],
  ['987654321', '5511987654321'],
  ['87654321', '5511987654321'],
  ['', '5511987654321'],
  ['', ''],
  ['abc', 'abc'],
  ['***', '***'],
  ['+', ''],
  ['0', '0'],
  ['5511987654322', '5511987654321'],
])('the recorded number %s is not the one that asks, %s', (recorded, asking) => expect(isSameNumber(recorded, asking)).toBe(false));

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

test('birth date and e-mail prove, whichever of them the record has; nothing else does', () => {
  for (const said of ['01/02/1990', 'lucia@example.com', ' Lucia@Example.com ']) expect(isProven(person, strange, said), said).toBe(true);
  for (const said of ['02/01/1990', '01/02/90', 'lucia@example', 'Lúcia de Souza', '', 'null', '***', '!'])
    expect(isProven(person, strange, said), said).toBe(false);
});

test('a name never proves that a record is somebody’s', () => {
  const named = { ...person, birthDate: null, email: null };
  for (const said of ['Lúcia de Souza', 'lucia DE souza', 'Lúcia', '']) expect(isProven(named, strange, said), said).toBe(false);
  expect([canBeProven(person), canBeProven(named)]).toEqual([true, false]);
});

test.each(['***', '!', '', ' ', '-', '@', '***@***.**', 'null'])(
  'a record whose e-mail is %j is proven by nothing that is said',
  (email) => {
    const blank = { ...person, birthDate: null, email };
    for (const said of [email, '***', '!', '', ' ']) expect(isProven(blank, strange, said), said).toBe(false);
    expect(canBeProven(blank)).toBe(false);
  },
);

test.each([
  ['Lucas Silva', 'L*** S***'],
  ['Lucas da Silva Santos', 'L*** S***'],
  ['ângela', 'Â***'],
  ['', ''],
])('%s is shown as %s', (name, masked) => expect(maskedName(name)).toBe(masked));
