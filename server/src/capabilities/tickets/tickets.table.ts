import type { TicketStatus } from '@prosa/contracts/tickets';
import { bigint, boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { companyColumn, companyColumns, instant } from '../../platform/database/columns.ts';

export const tickets = pgTable('tickets', {
  ...companyColumns(),
  uuid: uuid().notNull().defaultRandom(),
  code: text().notNull(),
  status: text().$type<TicketStatus>().notNull().default('pending'),
  userId: integer(),
  queueId: integer(),
  connectionId: integer().notNull(),
  contactId: integer().notNull(),
  lastMessage: text().notNull().default(''),
  said: jsonb(),
  saidBy: integer(),
  saidFile: bigint({ mode: 'number' }),
  unreadMessages: integer().notNull().default(0),
  isGroup: boolean().notNull().default(false),
  chatbot: boolean().notNull().default(false),
  closedAt: instant(),
  ratingUntil: instant(),
});

export const ticketHistory = pgTable('ticket_history', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  companyId: companyColumn(),
  ticketId: integer().notNull(),
  at: instant().notNull().defaultNow(),
  userId: integer(),
  what: text().notNull(),
  fromValue: text(),
  toValue: text(),
  why: text(),
});
