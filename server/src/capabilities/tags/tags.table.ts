import { integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { companyColumn, companyColumns } from '../../platform/columns.ts';

export const tags = pgTable('tags', {
  ...companyColumns(),
  name: text().notNull(),
  color: text().notNull(),
  kanban: smallint().$type<0 | 1>().notNull().default(0),
});

export const ticketTags = pgTable(
  'ticket_tags',
  { companyId: companyColumn(), ticketId: integer().notNull(), tagId: integer().notNull() },
  (t) => [primaryKey({ columns: [t.companyId, t.ticketId, t.tagId] })],
);
