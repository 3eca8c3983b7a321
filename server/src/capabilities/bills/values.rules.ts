/** Amounts, days and codes as billing systems write them: each has its own ways, and some have several. */

/** As a whole number of cents: `123.45`, `1.234,56`, `R$ 50,00`, 123.4. Nothing for what is no amount, or not above zero. */
export function centsOf(given: unknown): number | undefined {
  const text = typeof given === 'number' ? given.toFixed(2) : typeof given === 'string' ? given.replace(/^\s*R\$|\s/g, '') : '';
  const [, whole, part = ''] = /^(\d{1,10}|\d{1,3}(?:[.,]\d{3})+)(?:[.,](\d{1,2}))?$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const cents = Number(whole.replace(/[.,]/g, '')) * 100 + Number(part.padEnd(2, '0'));
  return cents > 0 && Number.isSafeInteger(cents) ? cents : undefined;
}

/** `2026-11-10`, from that with a time behind it or from `10/11/2026`. Nothing for a day that does not exist. */
export function dayOf(given: unknown): string | undefined {
  if (typeof given !== 'string') return undefined;
  const [, isoYear, isoMonth, isoDay] = /^\s*(\d{4})-(\d{2})-(\d{2})(?:$|[T\s])/.exec(given) ?? [];
  const [, day = isoDay, month = isoMonth, year = isoYear] = /^\s*(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?:$|\s)/.exec(given) ?? [];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text) && Number(year) > 1000 ? text : undefined;
}

/** A text that says something: some systems write NULL, 0 or a dash for nothing. */
export function textOf(given: unknown): string | undefined {
  const text = typeof given === 'string' ? given.trim() : typeof given === 'number' ? String(given) : '';
  return /^(?:|null|undefined|0|-|n\/a)$/i.test(text) ? undefined : text;
}
