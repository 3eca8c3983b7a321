import { type ContactDetail, contactDetails } from '@prosa/contracts/contacts';
import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { companyColumns } from '../../platform/database/columns.ts';
import { sql } from '../../platform/database/database.ts';

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

/** A piece of SQL for each detail, made of its field and its column, with commas between them. */
export const forEachDetail = (piece: (field: ContactDetail, column: string) => string) =>
  sql.raw(contactDetails.map((field) => piece(field, columnOf(field))).join(', '));
/** Columns are named as their fields, with underscores instead of capitals. */
export const columnOf = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
