const maxDigits = 9;

/** What is typed, as reais: digits come in from the right, at most 7 and 2 decimals. `1234567` is R$ 12.345,67. */
export function maskMoney(typed: string): string {
  const digits = typed.replace(/\D/g, '').replace(/^0+/, '').slice(0, maxDigits);
  if (digits === '') return '';
  const padded = digits.padStart(3, '0');
  const whole = padded.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, '.');
  return `R$ ${whole},${padded.slice(-2)}`;
}

/** The decimal text of the wire, from what the mask shows; nothing from nothing. */
export function unmaskMoney(shown: string): string {
  const digits = shown.replace(/\D/g, '');
  if (digits === '') return '';
  const padded = digits.padStart(3, '0');
  return `${Number(padded.slice(0, -2))}.${padded.slice(-2)}`;
}
