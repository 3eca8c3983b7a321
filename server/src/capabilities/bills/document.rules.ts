import { withoutAccents } from '@prosa/contracts/plain-text';

/** Who a bill belongs to: a CPF (11 digits) or a CNPJ (14, of which the first twelve may be letters), as bare characters. */
const isCpf = (text: string) => /^\d{11}$/.test(text) && !/^(\d)\1+$/.test(text) && endsWith(text, checkDigits(text.slice(0, 9), 11));
const isCnpj = (text: string) =>
  /^[0-9A-Z]{12}\d{2}$/.test(text) && !/^(.)\1+$/.test(text) && endsWith(text, checkDigits(text.slice(0, 12), 9));

const endsWith = (text: string, digits: string) => text.endsWith(digits);

/** Both digits, each by weights from 2 upwards from the right; a CNPJ begins again after 9. Letters count by their place in ASCII. */
function checkDigits(base: string, largestWeight: number): string {
  const next = (text: string) => {
    const weightOf = (fromRight: number) => 2 + (fromRight % (largestWeight - 1));
    const sum = text
      .split('')
      .reverse()
      .reduce((total, character, place) => total + (character.charCodeAt(0) - 48) * weightOf(place), 0);
    const rest = sum % 11;
    return rest < 2 ? '0' : String(11 - rest);
  };
  const first = next(base);
  return first + next(base + first);
}

const written = [
  /(?<!\d)\d{3}[. ]?\d{3}[. ]?\d{3}[-. ]?\d{2}(?![0-9A-Z])/g,
  /(?<![0-9A-Z])[0-9A-Z]{2}[. ]?[0-9A-Z]{3}[. ]?[0-9A-Z]{3}[/ ]?[0-9A-Z]{4}[-. ]?\d{2}(?![0-9A-Z])/g,
];

/** Whoever types more does not answer a question for a number. */
const maxTyped = 1_000;

/** The document in what somebody typed, with or without punctuation and words around it. Nothing where its check digits are wrong. */
export function readDocument(text: string): string | undefined {
  const typed = withoutAccents(text.slice(0, maxTyped), 'NFKD').toUpperCase();
  const found = [typed, ...written.flatMap((shape) => typed.match(shape) ?? [])].map((each) => each.replace(/[.\-/,\s]/g, ''));
  return found.find((each) => isCpf(each) || isCnpj(each));
}

/** As people and some billing systems write it. */
export function formatDocument(document: string): string {
  if (document.length === 11) return document.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4');
  return document.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5');
}

/** The same person or company, however it is written. */
export const isSameDocument = (one: string, other: string) => bare(one) === bare(other);
const bare = (text: string) => text.toUpperCase().replace(/[^0-9A-Z]/g, '');
