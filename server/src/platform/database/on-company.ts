import { satisfies } from '@prosa/contracts/permissions';
import { refuse } from '../errors.ts';
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

/** What is done, in a word that stays (`alarms.retry`), and to what, by ids alone: no word of what people said belongs here. */
export type SuperAction = { what: string; details?: Record<string, number | string | boolean> };

/**
 * The one door for a super user's work on a company that is not theirs. The work is done in a scope of that company, behind the same
 * policies as everything else, and is written down in the same transaction: who, which company, what, when.
 */
export async function onCompany<T>(
  platform: Platform,
  { userId, email }: SuperUser,
  companyId: number,
  { what, details = {} }: SuperAction,
  work: (scope: Scope) => Promise<T>,
): Promise<T> {
  return inScope(platform, { companyId, visitor: `super:${userId}` }, async (scope) => {
    const { rowCount } = await scope.tx.execute(sql`
      insert into super_actions (actor, actor_email, what, details, at)
      select ${userId}, ${email}, ${what}, ${JSON.stringify(details)}::jsonb, ${scope.now.toISOString()}
      from companies where id = current_company()`);
    if (rowCount === 0) refuse('ERR_NOT_FOUND');
    return work(scope);
  });
}
