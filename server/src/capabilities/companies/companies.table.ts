import type { Plan } from '@prosa/contracts/companies';
import { boolean, date, integer, jsonb, numeric, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../../platform/database/columns.ts';

export const plans = pgTable('plans', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
  users: integer().notNull(),
  connections: integer().notNull(),
  queues: integer().notNull(),
  storage: integer().notNull().default(5),
  value: numeric({ precision: 9, scale: 2 }).notNull(),
  prices: jsonb().$type<Plan['prices']>().notNull().default({}),
  isPublic: boolean().notNull().default(true),
  updatedAt: instant().notNull().defaultNow(),
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
  billingName: text().notNull().default(''),
  zipcode: text().notNull().default(''),
  street: text().notNull().default(''),
  state: text().notNull().default(''),
  city: text().notNull().default(''),
  district: text().notNull().default(''),
  deletedAt: instant(),
  updatedAt: instant().notNull().defaultNow(),
});
