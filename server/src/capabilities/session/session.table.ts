import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { companyColumn, instant } from '../../platform/database/columns.ts';

export const sessions = pgTable('sessions', {
  id: uuid().primaryKey(),
  companyId: companyColumn(),
  userId: integer().notNull(),
  createdAt: instant().notNull(),
  expiresAt: instant().notNull(),
  revokedAt: instant(),
});

export const sessionRefreshTokens = pgTable('session_refresh_tokens', {
  hash: text().primaryKey(),
  companyId: companyColumn(),
  sessionId: uuid().notNull(),
  predecessor: text(),
  issuedAt: instant().notNull(),
  usedAt: instant(),
});
