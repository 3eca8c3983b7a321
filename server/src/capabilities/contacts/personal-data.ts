import { companyTables } from './personal-data-companies.ts';
import { conversationTables } from './personal-data-conversations.ts';

/**
 * What erasing a contact does with columns that hold its data:
 * - `cascade`: the row goes with the contact, its tickets or its messages.
 * - `step`: a step of the erasure job deletes or anonymises it.
 * - `keep: …`: it stays, for this reason.
 * - `expires: …`: it goes by itself within this time.
 */
type Erasure = 'cascade' | 'step' | `keep: ${string}` | `expires: ${string}`;

/** The columns of one table that can hold text, by whose data they hold; names are separated by spaces. */
export type TableColumns = {
  contact?: Partial<Record<Erasure, string>>;
  /** About people who work for a company or the platform. */
  user?: string;
  /** About a company as a customer of the platform. */
  company?: string;
  none?: string;
};

/** Every column that can hold text. A test compares this register with the catalogue of the migrated database. */
export const personalData: Record<string, TableColumns> = { ...conversationTables, ...companyTables };
