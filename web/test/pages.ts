export const pageSize = 20;

type Paged = { query: { pageNumber: number } };
/** Answers pages as the server does. */
export const pageOf = <T>({ query: { pageNumber } }: Paged, rows: T[]) => {
  const items = rows.slice((pageNumber - 1) * pageSize, pageNumber * pageSize);
  return { items, count: rows.length, hasMore: pageNumber * pageSize < rows.length };
};
