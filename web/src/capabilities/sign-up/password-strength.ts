export type Strength = 'weak' | 'fair' | 'strong';

/** Advice only: length counts most, variety some. */
export function passwordStrength(password: string): Strength {
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(password)).length;
  const score = Math.min(password.length, 20) + kinds * 3;
  if (password.length < 8 || score < 15) return 'weak';
  return score < 22 ? 'fair' : 'strong';
}
