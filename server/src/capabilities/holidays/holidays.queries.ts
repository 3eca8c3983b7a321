import { and, asc, eq, gte, lte } from 'drizzle-orm';
import type { Scope } from '../../platform/database/scope.ts';
import { holidays } from './holidays.table.ts';

/** There is one for a day at most; more than these nobody looks through. */
const maxListed = 1000;

export async function listHolidays({ tx }: Scope, year: number | undefined) {
  const inYear = year === undefined ? undefined : and(gte(holidays.date, `${year}-01-01`), lte(holidays.date, `${year}-12-31`));
  return tx.select().from(holidays).where(inYear).orderBy(asc(holidays.date)).limit(maxListed);
}

export async function findHoliday({ tx }: Scope, id: number) {
  const [holiday] = await tx.select().from(holidays).where(eq(holidays.id, id));
  return holiday;
}

/** The holiday on a day (`2026-12-25`) of the company's own calendar, if it is one. Asked wherever hours are. */
export async function findHolidayOn({ tx }: Scope, day: string) {
  const [holiday] = await tx.select().from(holidays).where(eq(holidays.date, day));
  return holiday;
}
