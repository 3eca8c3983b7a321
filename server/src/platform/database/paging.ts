import { type Column, type SQL, sql } from 'drizzle-orm';
import type { Transaction } from './database.ts';
import { CountRow, rowsOf } from './rows.ts';

export const PAGE_SIZE = 20;

/** Queries ask for one row more than a page; that row only says whether there is a next page. */
export function pageOf<T>(rows: T[], size = PAGE_SIZE): { items: T[]; hasMore: boolean } {
  return { items: rows.slice(0, size), hasMore: rows.length > size };
}

/** Counting what a search finds stops here; more are told as this number. */
const maxCounted = 10_000;

type Shown = { items: unknown[]; hasMore: boolean; pageNumber: number; size?: number };

/** How many rows a list has, or a search finds. The last page tells it without looking at them all once more. */
export async function countOf(tx: Pick<Transaction, 'execute'>, shown: Shown, isSearch: boolean, rows: SQL): Promise<number> {
  const { items, hasMore, pageNumber, size = PAGE_SIZE } = shown;
  if (!hasMore && (items.length > 0 || pageNumber === 1)) return (pageNumber - 1) * size + items.length;
  const counted = isSearch ? sql`select from ${rows} limit ${maxCounted}` : sql`select from ${rows}`;
  const [row] = await rowsOf(tx, CountRow, sql`select count(*)::int as count from (${counted}) as counted`);
  return row?.count ?? 0;
}

/** "Contains", ignoring case and accents, with % and _ escaped. */
export const containsText = (column: Column | SQL, text: string) => sql`plain(${column}) like contains_pattern(${text})`;
