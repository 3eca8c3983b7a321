import type { SQL } from 'drizzle-orm';
import { z } from 'zod';
import { rowsOf } from './rows.ts';
import type { Scope } from './scope.ts';

/** Everything by which rows of a deleted contact are found. Stored sealed until the erasure has finished. */
export const ErasedContact = z.object({
  /** The contact's id, and those of contacts that were merged into it. */
  contactIds: z.array(z.int()),
  names: z.array(z.string()),
  ticketIds: z.array(z.int()),
  /** Every spelling of the contact's numbers: with and without the ninth digit. */
  numbers: z.array(z.string()),
  /** Addresses of the contact's chats: numbers and privacy ids. */
  addresses: z.array(z.string()),
  email: z.string(),
  uuids: z.array(z.string()),
  /** The last live event before the contact was deleted. Later events with the same number may be about a new contact. */
  lastSeq: z.int(),
  /** Rows with the same number that were created later belong to a new contact. */
  requestedAt: z.string(),
});
export type ErasedContact = z.output<typeof ErasedContact>;

/** How many rows one batch erased, and where the next one begins; null when the table is done. */
export type ErasureProgress = { count: number; next: number | null };

/**
 * Erases or anonymises the rows of one table, one batch per transaction. A batch may run twice. Whoever owns a table defines its step,
 * and `capabilities/index.ts` lists them all.
 */
export type ErasureStep = {
  table: string;
  erase: (scope: Scope, contact: ErasedContact, cursor: number) => Promise<ErasureProgress>;
};

export const erasureBatchSize = 1_000;

/** Deletes rows found by an index. The statement takes `limit` rows at most and is repeated until it finds fewer. */
export const deletionStep = (table: string, statement: (contact: ErasedContact, limit: number) => SQL): ErasureStep => ({
  table,
  erase: async ({ tx }, contact) => {
    const { rowCount } = await tx.execute(statement(contact, erasureBatchSize));
    const count = rowCount ?? 0;
    return { count, next: count === erasureBatchSize ? 0 : null };
  },
});

const PageRow = z.object({ count: z.int(), last: z.int().nullable() });

/** Reads a table page by page. The statement reads `limit` rows after the cursor and returns the last one and how many it changed. */
export const scanningStep = (table: string, statement: (contact: ErasedContact, cursor: number, limit: number) => SQL): ErasureStep => ({
  table,
  erase: async ({ tx }, contact, cursor) => {
    const [page] = await rowsOf(tx, PageRow, statement(contact, cursor, erasureBatchSize));
    return { count: page?.count ?? 0, next: page?.last ?? null };
  },
});
