import { boolean, date, integer, numeric, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { companyColumn, instant } from '../../platform/columns.ts';

export const plans = pgTable('plans', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
  users: integer().notNull(),
  connections: integer().notNull(),
  queues: integer().notNull(),
  value: numeric({ precision: 9, scale: 2 }).notNull(),
  isPublic: boolean().notNull().default(true),
});

export const companies = pgTable('companies', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
  email: text().notNull(),
  phone: text().notNull().default(''),
  planId: integer().notNull(),
  status: boolean().notNull().default(true),
  dueDate: date(),
  trialExpiration: date(),
  recurrence: text().notNull().default('MENSAL'),
  isPlatform: boolean().notNull().default(false),
});

export const settings = pgTable(
  'settings',
  { companyId: companyColumn(), key: text().notNull(), value: text().notNull(), updatedAt: instant().notNull().defaultNow() },
  (t) => [primaryKey({ columns: [t.companyId, t.key] })],
);
