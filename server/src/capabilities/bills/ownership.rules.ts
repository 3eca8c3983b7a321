import { plainText } from '@prosa/contracts/plain-text';
import { dayOf } from './values.rules.ts';

/** What a billing system knows of a customer, as far as it tells whether the asker is that person. */
export type KnownPerson = { name: string; phones: string[]; email: string | null; birthDate: string | null };
/** The second fact that is asked for, by what the record has: the first of these that it knows. */
export const facts = ['birthDate', 'email', 'name'] as const;
export type Fact = (typeof facts)[number];

/** Brazilian numbers without country code and ninth digit; others as they are. Nothing for what is too short to be anybody's. */
function comparable(number: string): string | undefined {
  const digits = number.replace(/\D/g, '').replace(/^0+/, '');
  const local = /^55(\d{10,11})$/.exec(digits)?.[1] ?? digits;
  const [, area, rest] = /^([1-9]\d)9?(\d{8})$/.exec(local) ?? [];
  if (area !== undefined && rest !== undefined) return area + rest;
  return digits.length >= 10 ? digits : undefined;
}

export function isSameNumber(one: string, other: string): boolean {
  const known = comparable(one);
  return known !== undefined && known === comparable(other);
}

const plain = (text: string) =>
  plainText(text)
    .replace(/[^a-z0-9@._+\s-]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** What can be asked about this person; nothing where the record holds nothing that only they would know. */
export function factAbout({ birthDate, email, name }: KnownPerson): Fact | undefined {
  if (birthDate !== null) return 'birthDate';
  if (email !== null) return 'email';
  return plain(name).includes(' ') ? 'name' : undefined;
}

/** Whether the asker is this person: they write from a number of the record, or know the fact that is asked for. */
export function isProven(person: KnownPerson, number: string, said: string | null): boolean {
  if (person.phones.some((phone) => isSameNumber(phone, number))) return true;
  if (said === null) return false;
  const fact = factAbout(person);
  if (fact === 'birthDate') return readBirthDate(said) === person.birthDate;
  if (fact === 'email') return plain(said) === plain(person.email ?? '');
  return fact === 'name' && plain(said) === plain(person.name);
}

/** `01/02/1990`, and as it is typed on a phone: `01021990`, `1-2-1990`, `1 2 1990`. */
function readBirthDate(said: string): string | undefined {
  const typed = said.trim();
  const [, day, month, year] = /^(\d{2})(\d{2})(\d{4})$/.exec(typed) ?? [];
  return dayOf(day === undefined ? typed.replace(/\s+/g, '/') : `${day}/${month}/${year}`);
}

/** `L*** S***`: enough for who knows the name, and nothing for who does not. */
export function maskedName(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const shown = words.length > 1 ? [words[0], words.at(-1)] : words;
  return shown.map((word) => `${Array.from(word ?? '')[0]?.toUpperCase() ?? ''}***`).join(' ');
}
