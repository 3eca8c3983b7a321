/** DD/MM/YYYY of an ISO day. */
export const typedDay = (day: string): string => day.split('-').toReversed().join('/');

/** The ISO day of what was typed, in either writing; undefined where there is no such day. */
export function dayTyped(typed: string): string | undefined {
  const [, d, m, y] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(typed.trim()) ?? [];
  const day = d && m && y ? `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}` : typed.trim();
  const read = /^\d{4}-\d{2}-\d{2}$/.test(day) ? new Date(`${day}T00:00:00Z`) : undefined;
  return read && !Number.isNaN(read.getTime()) && read.toISOString().slice(0, 10) === day ? day : undefined;
}

/** Digits alone get their slashes as they are typed. */
export function maskDay(typed: string): string {
  if (/[^\d/]/.test(typed)) return typed.slice(0, 10);
  const digits = typed.replace(/\D/g, '').slice(0, 8);
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter((part) => part !== '').join('/');
}
