import { pageSize } from '../src/platform/lists/long-list.ts';

/** Answers pages as the server does. */
export const pageOf = <T>({ query: { pageNumber } }: { query: { pageNumber: number } }, rows: T[]) => {
  const items = rows.slice((pageNumber - 1) * pageSize, pageNumber * pageSize);
  return { items, count: rows.length, hasMore: pageNumber * pageSize < rows.length };
};
/** The same for lists whose rows are called records. */
export const recordsOf = <T>(input: { query: { pageNumber: number } }, rows: T[]) => {
  const { items: records, ...rest } = pageOf(input, rows);
  return { records, ...rest };
};
