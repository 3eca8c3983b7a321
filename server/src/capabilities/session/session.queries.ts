import type { SessionUser } from '@prosa/contracts/session';
import { z } from 'zod';
import { sha256 } from '../../platform/crypto-tokens.ts';
import { sql } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/flight.ts';
import { keptTemplate } from '../../platform/database/kept-statements.ts';
import type { Read } from '../../platform/database/reads.ts';
import { rowsFrom, rowsOf } from '../../platform/database/rows.ts';
import { type Actor, acrossCompanies, type Platform, type Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { describeCompany } from '../companies/companies.queries.ts';
import { withDefaults } from '../settings/settings.queries.ts';
import { publicSettings } from '../settings/settings.rules.ts';
import { findUser } from '../users/users.queries.ts';
import { inDays, type PresentedToken, sessionNamedBy } from './session.rules.ts';
import { addressDays, type LoginSource } from './sign-in.rules.ts';

const LoginRow = z.object({
  id: z.int(),
  company_id: z.int(),
  password_hash: z.string(),
  device_known: z.boolean(),
  address_known: z.boolean(),
});
export type Login = z.output<typeof LoginRow>;
const FoundSessionRow = z.object({ id: z.uuid(), company_id: z.int() });
const ShownRow = z.object({ issued_at: z.string(), used_at: z.string().nullable(), successor_used: z.boolean() });

/** The user in the one shape that login, refresh and me answer with. */
export async function describeUser(scope: Scope, userId: number): Promise<SessionUser> {
  const user = (await findUser(scope, userId)) ?? refuse('ERR_SESSION_EXPIRED');
  return { ...withPasswordDue(user), company: await describeCompany(scope) };
}

type ShownPerson = Omit<SessionUser, 'company' | 'mustChangePassword'> & { mustChangePassword: boolean };

/** The flag is part of the reply only while it is set. */
const withPasswordDue = <U extends { mustChangePassword: boolean }>({ mustChangePassword, ...user }: U) => ({
  ...user,
  ...(mustChangePassword && { mustChangePassword }),
});

const meStatement = keptTemplate(sql`
  select
    json_build_object(
      'id', u.id, 'name', u.name, 'email', u.email, 'profile', u.profile, 'super', u.super, 'allTicket', u.all_ticket,
      'companyId', u.company_id, 'mustChangePassword', u.must_change_password,
      'queues', coalesce(
        (
          select json_agg(json_build_object('id', q.id, 'name', q.name, 'color', q.color) order by q.name)
          from user_queues uq
          join queues q on q.company_id = uq.company_id and q.id = uq.queue_id
          where uq.company_id = u.company_id and uq.user_id = u.id),
        '[]'::json))::text,
    json_build_object('id', c.id, 'name', c.name, 'dueDate', c.due_date, 'status', c.status,
      'trialExpiration', c.trial_expiration)::text,
    (
      select json_object_agg(s.key, s.value)
      from settings s
      where s.company_id = u.company_id and s.key = any(${`{${publicSettings.join()}}`}::text[]))::text
  from users u
  join companies c on c.id = u.company_id
  where u.company_id = current_company() and u.id = ${sql.placeholder('userId')}`);

/** The same for who asks about themselves: the person, their company and its settings in one look. */
export function meRead({ userId }: Actor): Read<SessionUser> {
  const finish = ([rows]: Row[][]): SessionUser => {
    const [user, company, settings] = rows?.[0] ?? refuse('ERR_SESSION_EXPIRED');
    const person: ShownPerson = JSON.parse(user ?? '');
    return {
      ...withPasswordDue(person),
      company: { ...JSON.parse(company ?? ''), settings: withDefaults(JSON.parse(settings ?? '{}')) },
    };
  };
  return { statements: [meStatement({ userId: userId ?? 0 })], finish };
}

/** Finds the account of an e-mail, and whether it signed in from this source before. The only lookup made before the company is known. */
export async function findLogin(platform: Platform, email: string, { device, address }: LoginSource) {
  const { hash } = platform.secrets;
  const since = inDays(platform.clock(), -addressDays);
  return acrossCompanies({ ...platform, stranger: address }, async (_tx, query) => {
    const rows = await rowsFrom(
      query,
      LoginRow,
      `
        select id, company_id, password_hash,
          exists (
            select from known_sources
            where company_id = users.company_id
              and user_id = users.id
              and kind = 'device'
              and hash = $2) as device_known,
          exists (
            select from known_sources
            where company_id = users.company_id
              and user_id = users.id
              and kind = 'address'
              and hash = $3
              and seen_at > $4) as address_known
        from users
        where lower(email) = $1`,
      [email, device === undefined ? null : hash(device), hash(address), since],
    );
    return rows[0];
  });
}

/** The company and session of a refresh token, even of one that was used long ago. */
export async function findSessionByRefresh(platform: Platform, token: string) {
  return acrossCompanies({ ...platform, stranger: 'refresh' }, async (_tx, query) => {
    const rows = await rowsFrom(
      query,
      FoundSessionRow,
      `
        select id, company_id
        from sessions
        where id = $1
        union all
        select session_id, company_id
        from session_refresh_tokens
        where hash = $2
        limit 1`,
      [sessionNamedBy(token) ?? null, sha256(token)],
    );
    return rows[0];
  });
}

export async function findPresentedToken({ tx }: Scope, sessionId: string, hash: string): Promise<PresentedToken | undefined> {
  const rows = await rowsOf(
    tx,
    ShownRow,
    sql`
    select issued_at, used_at,
      exists (
        select from session_refresh_tokens successor
        where successor.company_id = shown.company_id
          and successor.predecessor = shown.hash
          and successor.used_at is not null) as successor_used
    from session_refresh_tokens shown
    where hash = ${hash} and session_id = ${sessionId}`,
  );
  return rows.map((row) => ({
    issuedAt: new Date(row.issued_at),
    usedAt: row.used_at === null ? null : new Date(row.used_at),
    successorUsed: row.successor_used,
  }))[0];
}
