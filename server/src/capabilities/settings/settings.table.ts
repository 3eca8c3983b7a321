import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { companyColumn, instant } from '../../platform/database/columns.ts';

export const settings = pgTable(
  'settings',
  { companyId: companyColumn(), key: text().notNull(), value: text().notNull(), updatedAt: instant().notNull().defaultNow() },
  (t) => [primaryKey({ columns: [t.companyId, t.key] })],
);
