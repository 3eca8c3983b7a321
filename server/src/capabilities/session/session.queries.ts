import type { SessionUser } from '@prosa/contracts/session';
import { sha256 } from '../../platform/crypto-tokens.ts';
import { refuse } from '../../platform/errors.ts';
import { acrossCompanies, type Platform, type Scope } from '../../platform/scope.ts';
import { describeCompany } from '../companies/companies.queries.ts';
import { findUser } from '../users/users.queries.ts';
import { sessionNamedBy } from './session.rules.ts';

/** The user in the one shape that login, refresh and me answer with. */
export async function describeUser(scope: Scope, userId: number): Promise<SessionUser> {
  const user = (await findUser(scope, userId)) ?? refuse('ERR_SESSION_EXPIRED');
  return { ...user, company: await describeCompany(scope) };
}

/** Whose address this is. The only thing that is looked up before the company is known. */
export async function findLogin(platform: Platform, email: string, address: string) {
  return acrossCompanies({ ...platform, stranger: address }, async (_tx, query) => {
    const { rows } = await query<{ id: number; company_id: number; password_hash: string }>(
      'select id, company_id, password_hash from users where lower(email) = $1',
      [email],
    );
    return rows[0];
  });
}

/** The company and session that a refresh token belongs to, be it the present one or one that was used. */
export async function findSessionByRefresh(platform: Platform, token: string) {
  return acrossCompanies({ ...platform, stranger: 'refresh' }, async (_tx, query) => {
    const { rows } = await query<{ id: string; company_id: number }>(
      'select id, company_id from sessions where id = $1 or refresh_hash = $2 or previous_hash = $2',
      [sessionNamedBy(token) ?? null, sha256(token)],
    );
    return rows[0];
  });
}
