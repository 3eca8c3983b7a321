import { satisfies } from '@prosa/contracts/permissions';
import { refuse } from '../errors.ts';
import { type AuditEntry, recordAudit } from './audit.ts';
import { sql } from './database.ts';
import { type Caller, inScope, type Platform, type Scope } from './scope.ts';

/** A person of the platform's own, by a session that carries the super flag at this moment. There is no other way to become one. */
export class SuperUser {
  private constructor(
    readonly userId: number,
    readonly email: string,
  ) {}

  static of(platform: Platform, caller: Caller): Promise<SuperUser> {
    return inScope(platform, caller, async ({ actor: { userId, email, ...actor } }) => {
      if (userId === undefined || !satisfies(actor, 'super')) refuse('ERR_NO_PERMISSION');
      return new SuperUser(userId, email);
    });
  }
}

/**
 * The one door for a super user's work on a company that is not theirs. The work is done in a scope of that company, behind the same
 * policies as everything else, with an audit entry in the same transaction.
 */
export async function onCompany<T>(
  platform: Platform,
  who: SuperUser,
  companyId: number,
  entry: AuditEntry,
  work: (scope: Scope) => Promise<T>,
): Promise<T> {
  return inScope(platform, { companyId, visitor: `super:${who.userId}` }, async (scope) => {
    const { rowCount } = await scope.tx.execute(sql`select from companies where id = current_company() and deleted_at is null`);
    if (rowCount !== 1) refuse('ERR_NOT_FOUND');
    await recordAudit({ ...scope, actor: who }, entry);
    return work(scope);
  });
}
