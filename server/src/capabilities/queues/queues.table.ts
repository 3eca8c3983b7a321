import type { QueueOptionType } from '@prosa/contracts/queue-options';
import type { WorkingHours } from '@prosa/contracts/working-hours';
import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { companyColumns } from '../../platform/database/columns.ts';

export const queues = pgTable('queues', {
  ...companyColumns(),
  name: text().notNull(),
  color: text().notNull(),
  greetingMessage: text().notNull().default(''),
  outOfHoursMessage: text().notNull().default(''),
  schedules: jsonb().$type<WorkingHours[]>().notNull(),
});

export const queueOptions = pgTable('queue_options', {
  ...companyColumns(),
  queueId: integer().notNull(),
  parentId: integer(),
  option: integer().notNull(),
  title: text().notNull(),
  message: text().notNull().default(''),
  type: text().$type<QueueOptionType>().notNull().default('text'),
});
