import { type Column, type SQL, sql } from 'drizzle-orm';

export const PAGE_SIZE = 20;

/** Queries ask for one row more than a page; that row only says whether there is a next page. */
export function pageOf<T>(rows: T[], size = PAGE_SIZE): { items: T[]; hasMore: boolean } {
  return { items: rows.slice(0, size), hasMore: rows.length > size };
}

/** "Contains", ignoring case and accents, with % and _ escaped. */
export const containsText = (column: Column | SQL, text: string) => sql`plain(${column}) like contains_pattern(${text})`;
