import type { Setting } from '@prosa/contracts/settings';
import { inArray } from 'drizzle-orm';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { defaultSettings, fallbackZone, publicSettings } from './settings.rules.ts';
import { settings } from './settings.table.ts';

const KnownRow = z.object({ known: z.boolean() });

export async function findSettings(scope: Scope, ...keys: string[]): Promise<Record<string, string>> {
  const rows = await scope.tx.select({ key: settings.key, value: settings.value }).from(settings).where(inArray(settings.key, keys));
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
}

/** All public settings, including those never set. */
export async function listSettings(scope: Scope): Promise<Setting[]> {
  return withDefaults(await findSettings(scope, ...publicSettings));
}

export function withDefaults(set: Record<string, string>): Setting[] {
  return Object.entries({ ...defaultSettings(fallbackZone), ...set })
    .map(([key, value]) => ({ key, value }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}

export async function isPlatformCompany(scope: Scope): Promise<boolean> {
  const rows = await rowsOf(scope.tx, KnownRow, sql`select is_platform as known from companies where id = current_company()`);
  return rows[0]?.known === true;
}

/** The database computes days by the zone, so it must know the zone too. */
export async function knowsZone(scope: Scope, zone: string): Promise<boolean> {
  const rows = await rowsOf(scope.tx, KnownRow, sql`select exists (select from pg_timezone_names where name = ${zone}) as known`);
  return rows[0]?.known === true;
}
