import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { companyColumn, instant } from '../../platform/columns.ts';

export const sessions = pgTable('sessions', {
  id: uuid().primaryKey(),
  companyId: companyColumn(),
  userId: integer().notNull(),
  refreshHash: text().notNull(),
  previousHash: text(),
  rotatedAt: instant().notNull(),
  createdAt: instant().notNull(),
  expiresAt: instant().notNull(),
  revokedAt: instant(),
});
