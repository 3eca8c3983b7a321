import type { Profile } from '@prosa/contracts/permissions';
import { boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { companyColumn, companyColumns } from '../../platform/database/columns.ts';

export const users = pgTable('users', {
  ...companyColumns(),
  name: text().notNull(),
  email: text().notNull(),
  passwordHash: text().notNull(),
  profile: text().$type<Profile>().notNull().default('user'),
  super: boolean().notNull().default(false),
  allTicket: text({ enum: ['enable', 'disable'] })
    .notNull()
    .default('disable'),
  mustChangePassword: boolean().notNull().default(false),
});

export const userQueues = pgTable(
  'user_queues',
  { companyId: companyColumn(), userId: integer().notNull(), queueId: integer().notNull() },
  (t) => [primaryKey({ columns: [t.companyId, t.userId, t.queueId] })],
);
