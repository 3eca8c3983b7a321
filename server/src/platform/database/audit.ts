import { workContext } from '../work-context.ts';
import { sql } from './database.ts';
import { forgetting } from './forgetting.ts';
import type { Scope } from './scope.ts';

type Fields = Record<string, unknown>;

/** Never holds a secret (`hiddenSecret` stands for one) nor text of a conversation. */
export type AuditEntry = {
  /** A dotted name that never changes: `users.update`. */
  action: string;
  /** The changed record with its id: `user 5`. */
  object: string;
  before?: Fields | undefined;
  after?: Fields | undefined;
};

/** A scope, or a transaction of the platform's role with the user who asked for the change. */
export type AuditSource = Pick<Scope, 'tx' | 'now'> & { actor: { userId: number | undefined; email: string } };

export const hiddenSecret = '********';

/**
 * Inserts an audit entry in the transaction of the change. Without a current company it belongs to the platform's own: plans,
 * announcements and help videos are no company's.
 */
export async function recordAudit({ tx, now, actor }: AuditSource, { action, object, before, after }: AuditEntry): Promise<void> {
  await tx.execute(sql`
    insert into audit_entries (company_id, at, user_id, user_email, action, object, before, after, address)
    values (coalesce(current_company(), (select id from companies where is_platform)), ${now.toISOString()},
      ${actor.userId ?? null}, ${actor.email}, ${action}, ${object}, ${jsonOf(before)}::jsonb, ${jsonOf(after)}::jsonb,
      ${workContext()?.address ?? null})`);
}

const jsonOf = (fields: Fields | undefined) => (fields === undefined ? null : JSON.stringify(fields));

/** Returns the fields of `after` that differ from `before`, on both sides. */
export function changedFields(before: Fields, after: Fields): { before: Fields; after: Fields } {
  const keys = Object.keys(after).filter((key) => after[key] !== undefined && JSON.stringify(after[key]) !== JSON.stringify(before[key]));
  const pick = (fields: Fields) => Object.fromEntries(keys.map((key) => [key, fields[key] ?? null]));
  return { before: pick(before), after: pick(after) };
}

/** The database refuses to delete younger entries (migration 0092). */
export const auditRetention = forgetting('delete from audit_entries', 'at', `at < now() - interval '5 years'`);
