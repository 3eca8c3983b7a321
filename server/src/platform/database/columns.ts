import { sql } from 'drizzle-orm';
import { integer, timestamp } from 'drizzle-orm/pg-core';

export const instant = () => timestamp({ withTimezone: true });
const created = () => instant().notNull().defaultNow();

/** The company of a row is set by the database from the scope, never by a caller. */
export const companyColumn = () => integer().notNull().default(sql`current_company()`);

/** What every table of a company's own things begins with. */
export const companyColumns = () => ({
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  companyId: companyColumn(),
  createdAt: created(),
  updatedAt: created(),
});
