/**
 * Letters without their accents. Sign by sign: to put the marks of a whole text in order takes time by the square of their number, and
 * a customer may send nothing else. `NFKD` also takes wide, raised and joined signs for the plain ones.
 */
export const withoutAccents = (text: string, form: 'NFD' | 'NFKD' = 'NFD'): string =>
  text.replace(/[^\0-\x7f]/gu, (sign) => (sign < endOfLatin ? latinApart(sign, form) : apart(sign, form)));

const apart = (sign: string, form: 'NFD' | 'NFKD') => sign.normalize(form).replace(/\p{M}/gu, '');

/** Nearly all that is not ASCII in what people write here: taken apart once, then looked up. */
const endOfLatin = '\u0250';
const latin = { NFD: new Map<string, string>(), NFKD: new Map<string, string>() };

function latinApart(sign: string, form: 'NFD' | 'NFKD'): string {
  const known = latin[form].get(sign) ?? apart(sign, form);
  latin[form].set(sign, known);
  return known;
}

/** For comparing what people type: without accents and capitals. */
export const plainText = (text: string, form?: 'NFD' | 'NFKD'): string => withoutAccents(text, form).toLowerCase();
