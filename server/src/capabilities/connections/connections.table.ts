import type { ProviderName } from '@prosa/contracts/channels';
import type { ConnectionStatus } from '@prosa/contracts/connections';
import { bigint, boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { companyColumn, companyColumns, instant } from '../../platform/database/columns.ts';

export const connections = pgTable('connections', {
  ...companyColumns(),
  name: text().notNull(),
  provider: text().$type<ProviderName>().notNull(),
  status: text().$type<ConnectionStatus>().notNull().default('OPENING'),
  wanted: boolean().notNull().default(true),
  isDefault: boolean().notNull().default(false),
  retries: integer().notNull().default(0),
  qrcode: text().notNull().default(''),
  credentialsSealed: text(),
  phoneNumberId: text(),
  wabaId: text(),
  tokenSealed: text().notNull(),
  tokenHash: text().notNull(),
  greetingMessage: text().notNull().default(''),
  complationMessage: text().notNull().default(''),
  outOfHoursMessage: text().notNull().default(''),
  ratingMessage: text().notNull().default(''),
  timeSendQueue: integer().notNull().default(0),
  sendIdQueue: integer().notNull().default(0),
  removedAt: instant(),
  downSince: instant(),
  sessionEpoch: bigint({ mode: 'number' }),
});

export const connectionQueues = pgTable(
  'connection_queues',
  { companyId: companyColumn(), connectionId: integer().notNull(), queueId: integer().notNull(), position: integer().notNull() },
  (t) => [primaryKey({ columns: [t.companyId, t.connectionId, t.queueId] })],
);
