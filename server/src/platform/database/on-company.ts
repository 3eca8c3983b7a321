import { satisfies } from '@prosa/contracts/permissions';
import { refuse } from '../errors.ts';
import { sql, type Transaction } from './database.ts';
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

/** What is done, in a word that stays (`alarms.retry`), and to what, by ids alone: no word of what people said belongs here. */
export type SuperAction = { what: string; details?: Record<string, number | string | boolean> };

/**
 * The one door for a super user's work on a company that is not theirs. The work is done in a scope of that company, behind the same
 * policies as everything else, and is written down in the same transaction: who, which company, what, when.
 */
export async function onCompany<T>(
  platform: Platform,
  who: SuperUser,
  companyId: number,
  action: SuperAction,
  work: (scope: Scope) => Promise<T>,
): Promise<T> {
  return inScope(platform, { companyId, visitor: `super:${who.userId}` }, async (scope) => {
    if (!(await noteSuperAction(scope.tx, who, action, scope.now))) refuse('ERR_NOT_FOUND');
    return work(scope);
  });
}

/**
 * Written down in the transaction of the work itself, of the company that is set in it. False where there is no such company, or none
 * any more. Beside `onCompany` it is for what no scope can do: making a company.
 */
export async function noteSuperAction(
  tx: Transaction,
  { userId, email }: SuperUser,
  { what, details = {} }: SuperAction,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    insert into super_actions (company_id, actor, actor_email, what, details, at)
    select id, ${userId}, ${email}, ${what}, ${JSON.stringify(details)}::jsonb, ${now.toISOString()}
    from companies where id = current_company() and deleted_at is null`);
  return (rowCount ?? 0) > 0;
}
