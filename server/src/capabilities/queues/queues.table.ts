import { pgTable, text } from 'drizzle-orm/pg-core';
import { companyColumns } from '../../platform/database/columns.ts';

export const queues = pgTable('queues', {
  ...companyColumns(),
  name: text().notNull(),
  color: text().notNull(),
  greetingMessage: text().notNull().default(''),
  outOfHoursMessage: text().notNull().default(''),
});
