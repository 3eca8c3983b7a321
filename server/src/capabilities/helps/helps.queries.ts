import { Help } from '@prosa/contracts/helps';
import type { PageQuery } from '@prosa/contracts/kit';
import { z } from 'zod';
import { sql, type Transaction } from '../../platform/database/database.ts';
import { containsText, PAGE_SIZE, pageOf } from '../../platform/database/paging.ts';
import { CountRow, rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';

const HelpRow = Help.extend({ updatedAt: z.string() });
type StoredHelp = z.output<typeof HelpRow>;

const helpColumns = sql`h.id, h.title, h.description, h.video, iso(h.updated_at) as "updatedAt"`;
const order = sql`order by plain(h.title), h.id`;
/** All that `/helps/list` says: many times what anybody looks through. */
const maxListed = 1000;

export function helpStatements({ searchParam, pageNumber }: PageQuery) {
  const which = searchParam === '' ? sql`helps h` : sql`helps h where ${containsText(sql`h.title`, searchParam)}`;
  return {
    page: sql`
      select ${helpColumns}
      from ${which}
      ${order}
      limit ${PAGE_SIZE + 1} offset ${(pageNumber - 1) * PAGE_SIZE}`,
    count: sql`select count(*)::int as count from ${which}`,
  };
}

export async function listHelps({ tx }: Scope, query: PageQuery) {
  const { page, count } = helpStatements(query);
  const { items, hasMore } = pageOf(await rowsOf(tx, HelpRow, page));
  const [counted] = await rowsOf(tx, CountRow, count);
  return { records: items, count: counted?.count ?? 0, hasMore };
}

export const listAllHelps = ({ tx }: Scope) => rowsOf(tx, HelpRow, sql`select ${helpColumns} from helps h ${order} limit ${maxListed}`);

export async function findHelp(tx: Transaction, id: number): Promise<StoredHelp | undefined> {
  const [row] = await rowsOf(tx, HelpRow, sql`select ${helpColumns} from helps h where h.id = ${id}`);
  return row;
}
