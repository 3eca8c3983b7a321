import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { companyColumns } from '../../platform/database/columns.ts';

export const contacts = pgTable('contacts', {
  ...companyColumns(),
  uuid: uuid().notNull().defaultRandom(),
  name: text().notNull(),
  /** Empty while the channel hides it; then there is a privacy id. */
  number: text().notNull(),
  privacyId: text(),
  email: text().notNull().default(''),
  profilePicUrl: text().notNull().default(''),
  isGroup: boolean().notNull().default(false),
});
