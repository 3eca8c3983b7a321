import { dayOf } from './values.rules.ts';

/** A customer's record in a billing system. The name is shown masked and proves nothing: leaked lists pair it with the CPF. */
export type KnownPerson = { name: string; phones: string[]; email: string | null; birthDate: string | null };

/** The ninth digit came to mobile numbers, which began with 6 to 9; WhatsApp and old records still leave it out. */
const brazilianPattern = /^550?([1-9]\d)(?:9?([6-9]\d{7})|(\d{8,9}))$/;

/** A number with its country code as digits, where Brazilian mobile numbers stand without the ninth. Undefined when it is too short. */
function canonicalNumber(international: string): string | undefined {
  const [, area, mobile, other] = brazilianPattern.exec(international) ?? [];
  if (area !== undefined) return `55${area}${mobile ?? other}`;
  return international.length >= 8 ? international : undefined;
}

/** A number as a Brazilian billing system records it: without a country code it is Brazilian. */
function recordedNumber(text: string): string | undefined {
  const digits = text.replace(/\D/g, '');
  if (/^\s*\+/.test(text)) return canonicalNumber(digits);
  if (digits.startsWith('00')) return canonicalNumber(digits.slice(2));
  const national = digits.replace(/^0/, '');
  if (/^[1-9]\d(?:9\d{8}|\d{8})$/.test(national)) return canonicalNumber(`55${national}`);
  return national.length > 10 ? canonicalNumber(national) : undefined;
}

/** Whether a recorded number is the one that asks, which the channel gives as digits with the country code. */
export function isSameNumber(recorded: string, asking: string): boolean {
  const known = recordedNumber(recorded);
  return known !== undefined && known === canonicalNumber(asking.replace(/\D/g, ''));
}

function emailOf(text: string | null): string | undefined {
  const email = (text ?? '').trim().toLowerCase();
  return /^[^\s@]*[\p{L}\p{N}][^\s@]*@[^\s@]+\.[\p{L}\p{N}]{2,}$/u.test(email) ? email : undefined;
}

/** Whether the record holds anything by which somebody can show that it is theirs. */
export const canBeProven = ({ email, birthDate }: KnownPerson): boolean => birthDate !== null || emailOf(email) !== undefined;

/** Whether the asker is this person: they write from a number of the record, or know its birth date or e-mail. */
export function isProven({ phones, email, birthDate }: KnownPerson, number: string, said: string | null): boolean {
  if (phones.some((phone) => isSameNumber(phone, number))) return true;
  if (said === null) return false;
  const [knownEmail, saidEmail] = [emailOf(email), emailOf(said)];
  return (birthDate !== null && readBirthDate(said) === birthDate) || (knownEmail !== undefined && knownEmail === saidEmail);
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
