import { integer, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { companyColumns } from '../../platform/database/columns.ts';

export const tags = pgTable('tags', {
  ...companyColumns(),
  name: text().notNull(),
  color: text().notNull(),
  kanban: smallint().$type<0 | 1>().notNull().default(0),
  userId: integer(),
  laneOrder: integer().notNull().default(0),
});
