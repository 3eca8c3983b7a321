/**
 * A phone number as it is typed: `+55 (11) 98765-4321`. Without a plus it is Brazilian; another country's number keeps
 * its digits. Nothing is ever added behind the last digit, or it could not be deleted again.
 */
export function maskPhone(typed: string): string {
  const digits = typed.replace(/\D/g, '').slice(0, 15);
  if (!typed.trimStart().startsWith('+')) {
    const national = digits.length > 11 && digits.startsWith('55') ? digits.slice(2) : digits;
    return national === '' ? '' : `+55 ${maskNational(national)}`;
  }
  if ('55'.startsWith(digits)) return `+${digits}`;
  return digits.startsWith('55') ? `+55 ${maskNational(digits.slice(2))}` : `+${digits}`;
}

function maskNational(digits: string): string {
  const [area, rest] = [digits.slice(0, 2), digits.slice(2, 11)];
  if (rest === '') return `(${area}`;
  const split = rest.length > 8 ? 5 : 4;
  return rest.length > 4 ? `(${area}) ${rest.slice(0, split)}-${rest.slice(split)}` : `(${area}) ${rest}`;
}

/** What is stored: digits alone. */
export const phoneDigits = (masked: string): string => masked.replace(/\D/g, '');

export const phoneExample = '+55 (11) 98765-4321';
