import { date, pgTable, text } from 'drizzle-orm/pg-core';
import { companyColumns } from '../../platform/database/columns.ts';

export const holidays = pgTable('holidays', {
  ...companyColumns(),
  date: date({ mode: 'string' }).notNull(),
  name: text().notNull(),
});
