/**
 * Letters without their accents. Sign by sign: to put the marks of a whole text in order takes time by the square of their number, and
 * a customer may send nothing else. `NFKD` also takes wide, raised and joined signs for the plain ones.
 */
export const withoutAccents = (text: string, form: 'NFD' | 'NFKD' = 'NFD'): string =>
  text.replace(/[^\0-\x7f]/gu, (sign) => sign.normalize(form).replace(/\p{M}/gu, ''));

/** For comparing what people type: without accents and capitals. */
export const plainText = (text: string, form?: 'NFD' | 'NFKD'): string => withoutAccents(text, form).toLowerCase();
