import { Suppression } from '@prosa/contracts/campaigns';
import type { PageQuery } from '@prosa/contracts/kit';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { PAGE_SIZE, pageOf } from '../../platform/database/paging.ts';
import { CountRow, IdRow, rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { numberKey } from './campaign-words.rules.ts';

const HashRow = z.object({ hash: z.string() });

/** Of the company and the phone, whatever its ninth digit. */
export const hashOf = ({ platform, companyId }: Scope, number: string): string =>
  platform.secrets.hash(`suppression ${companyId} ${numberKey(number)}`);

const columns = sql`s.id, '*****' || s.ending as number, s.source, iso(s.created_at) as "createdAt"`;

/** A whole number is found by its hash, fewer digits by the end. */
export async function listSuppressions(scope: Scope, { searchParam, pageNumber }: PageQuery) {
  const digits = searchParam.replace(/\D/g, '');
  const which =
    searchParam === ''
      ? sql`true`
      : sql`(s.number_hash = ${hashOf(scope, digits)}
          or (${digits} <> '' and ${digits.length <= 4} and s.ending like ${`%${digits.slice(-4)}`}))`;
  const found = await rowsOf(
    scope.tx,
    Suppression,
    sql`
    select ${columns}
    from suppressions s
    where s.company_id = current_company() and ${which}
    order by s.id desc
    limit ${PAGE_SIZE + 1} offset ${(pageNumber - 1) * PAGE_SIZE}`,
  );
  const [counted] = await rowsOf(
    scope.tx,
    CountRow,
    sql`select count(*)::int as count from suppressions s where s.company_id = current_company() and ${which}`,
  );
  const { items, hasMore } = pageOf(found);
  return { records: items, count: counted?.count ?? 0, hasMore };
}

/** Again: the same. */
export async function suppressByAdmin(scope: Scope, number: string): Promise<Suppression> {
  await suppress(scope, { hash: hashOf(scope, number), ending: number.slice(-4), source: 'admin', messageId: null });
  const [row] = await rowsOf(
    scope.tx,
    Suppression,
    sql`
    select ${columns}
    from suppressions s
    where s.company_id = current_company() and s.number_hash = ${hashOf(scope, number)}`,
  );
  return row ?? refuse('ERR_NO_SUPPRESSION_FOUND');
}

export async function releaseByAdmin(scope: Scope, id: number): Promise<void> {
  const [row] = await rowsOf(
    scope.tx,
    HashRow,
    sql`delete from suppressions where company_id = current_company() and id = ${id} returning number_hash as hash`,
  );
  if (!row) refuse('ERR_NO_SUPPRESSION_FOUND');
  await noteConsent(scope, { hash: row.hash, given: true, source: 'admin', messageId: null });
}

type Suppressing = { hash: string; ending: string; source: 'word' | 'admin'; messageId: number | null };

/** Whether they were not on the list before. */
export async function suppress(scope: Scope, { hash, ending, source, messageId }: Suppressing): Promise<boolean> {
  const rows = await rowsOf(
    scope.tx,
    IdRow,
    sql`
    insert into suppressions (number_hash, ending, source, user_id, created_at)
    values (${hash}, ${ending}, ${source}, ${scope.actor.userId ?? null}, ${scope.now.toISOString()})
    on conflict (company_id, number_hash) do nothing
    returning id`,
  );
  if (rows.length > 0) await noteConsent(scope, { hash, given: false, source, messageId });
  return rows.length > 0;
}

/** Whether they were on the list. */
export async function release(scope: Scope, hash: string, messageId: number): Promise<boolean> {
  const rows = await rowsOf(
    scope.tx,
    IdRow,
    sql`delete from suppressions where company_id = current_company() and number_hash = ${hash} returning id`,
  );
  if (rows.length > 0) await noteConsent(scope, { hash, given: true, source: 'word', messageId });
  return rows.length > 0;
}

type Consent = { hash: string; given: boolean; source: 'word' | 'confirmation' | 'admin'; messageId: number | null };

export async function noteConsent({ tx, actor, now }: Scope, { hash, given, source, messageId }: Consent): Promise<void> {
  await tx.execute(sql`
    insert into campaign_consents (number_hash, given, source, message_id, user_id, created_at)
    values (${hash}, ${given}, ${source}, ${messageId}, ${actor.userId ?? null}, ${now.toISOString()})`);
}

/** Which of these numbers are on the list. */
export async function findSuppressed(scope: Scope, numbers: string[]): Promise<string[]> {
  if (numbers.length === 0) return [];
  const rows = await rowsOf(
    scope.tx,
    HashRow,
    sql`
    select number_hash as hash
    from suppressions
    where company_id = current_company()
      and number_hash = any(${sql.param(numbers.map((number) => hashOf(scope, number)))}::text[])`,
  );
  const hashes = new Set(rows.map(({ hash }) => hash));
  return numbers.filter((number) => hashes.has(hashOf(scope, number)));
}
