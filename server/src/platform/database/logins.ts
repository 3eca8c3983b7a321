import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import pg from 'pg';
import { z } from 'zod';
import type { Secrets } from '../boot/secrets.ts';
import { errorCode, errorMessage, StartupError } from '../boot/startup-error.ts';
import { rowsFrom } from './rows.ts';

/** Group roles own the grants and policies of migrations, for every database of a PostgreSQL. None of them can log in. */
export const groupRoles = { app: 'prosa_app', platform: 'prosa_platform', jobs: 'prosa_jobs' } as const;
export type LoginKind = keyof typeof groupRoles;
/** The address that each part of the running server connects to. The owner's is not among them. */
export type LoginUrls = Record<LoginKind, string>;

/** Roles belong to a whole PostgreSQL, which may hold several databases of Prosa: the name says which one it is for. */
export const loginRole = (kind: LoginKind, database: string): string =>
  `${groupRoles[kind]}_${createHash('sha256').update(database).digest('hex').slice(0, 12)}`;

const kinds: LoginKind[] = ['app', 'platform', 'jobs'];
const rights = 'CREATEROLE, and the roles prosa_app, prosa_platform and prosa_jobs with ADMIN OPTION where they exist already';

/** Creates the group roles that migrations refer to. */
export async function createGroupRoles(client: pg.Client): Promise<void> {
  for (const kind of kinds) {
    const role = groupRoles[kind];
    if (!(await hasRole(client, role))) await change(client, `create role ${role} nologin`);
    // Some steps of the owner (the check for a lost master key, a restore) act as these roles. From PostgreSQL 16 on, who creates a role
    // may give it to others but not act as it.
    const mayAct = `
      select pg_has_role(current_user, '${role}',
        case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end) as yes`;
    if (!(await isTrue(client, mayAct))) await change(client, `grant ${role} to current_user`);
  }
}

/**
 * Creates the roles that the running server connects as, and sets their passwords, which follow from the master key. To be called
 * under the migration lock, with the master key that the database was made with.
 */
export async function createLogins(client: pg.Client, url: string, secrets: Pick<Secrets, 'derive'>): Promise<LoginUrls> {
  const [current] = await rowsFrom(client, z.object({ database: z.string() }), 'select current_database() as database');
  const database = current?.database ?? '';
  await closeDatabase(client, database);
  const urlOf = async (kind: LoginKind): Promise<string> => {
    const role = loginRole(kind, database);
    const password = secrets.derive(`database login ${kind}`).toString('base64url');
    if (!(await hasRole(client, role))) await change(client, `create role ${role} login`);
    await change(client, `alter role ${role} login inherit password '${scramVerifier(password)}'`);
    if (!(await isTrue(client, `select pg_has_role('${role}', '${groupRoles[kind]}', 'usage') as yes`)))
      await change(client, `grant ${groupRoles[kind]} to ${role}`);
    if (!(await hasConnectGrant(client, role)))
      await change(client, `grant connect on database ${pg.escapeIdentifier(database)} to ${role}`);
    return withLogin(url, role, password);
  };
  return { app: await urlOf('app'), platform: await urlOf('platform'), jobs: await urlOf('jobs') };
}

/**
 * Only the owner creates temporary tables or anything in the public schema. Only the owner and this database's own logins connect: the
 * group roles hold grants in every database of Prosa, so a login of another one must not get in.
 */
async function closeDatabase(client: pg.Client, database: string): Promise<void> {
  const isOpen = `
    select exists (
      select from pg_database d, aclexplode(coalesce(d.datacl, acldefault('d', d.datdba))) a
      where d.datname = current_database() and a.grantee = 0 and a.privilege_type in ('TEMPORARY', 'CONNECT')) as yes`;
  if (await isTrue(client, isOpen))
    await change(client, `revoke temporary, connect on database ${pg.escapeIdentifier(database)} from public`);
  const isSchemaOpen = `
    select exists (
      select from pg_namespace n, aclexplode(n.nspacl) a
      where n.nspname = 'public' and a.grantee = 0 and a.privilege_type = 'CREATE') as yes`;
  if (await isTrue(client, isSchemaOpen)) await change(client, 'revoke create on schema public from public');
}

const hasConnectGrant = (client: pg.Client, role: string) =>
  isTrue(
    client,
    `
    select exists (
      select from pg_database d, aclexplode(d.datacl) a
      where d.datname = current_database() and a.grantee = '${role}'::regrole and a.privilege_type = 'CONNECT') as yes`,
  );

const hasRole = (client: pg.Client, role: string) =>
  isTrue(client, `select exists (select from pg_roles where rolname = '${role}') as yes`);

async function isTrue(client: pg.Client, query: string): Promise<boolean> {
  const [row] = await rowsFrom(client, z.object({ yes: z.boolean() }), query);
  return row?.yes === true;
}

const attempts = 5;
const uniqueViolation = '23505';
const duplicateObject = '42710';
const insufficientPrivilege = '42501';

/** Servers of other databases of the same PostgreSQL may change roles at the same moment: then it is tried again. */
async function change(client: pg.Client, statement: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query(statement);
      return;
    } catch (error) {
      const code = errorCode(error);
      if (code === duplicateObject || (code === uniqueViolation && statement.startsWith('create role'))) return;
      if (code === insufficientPrivilege)
        throw new StartupError(
          `The database user of DATABASE_URL must be able to create roles: it needs ${rights} (${errorMessage(error)})`,
        );
      if (attempt === attempts || !(code === uniqueViolation || /concurrently (updated|deleted)/.test(errorMessage(error)))) throw error;
    }
  }
}

const iterations = 4096;

/** Builds the SCRAM verifier of a password (RFC 5803), so that the password reaches neither PostgreSQL's log nor its statistics. */
export function scramVerifier(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const keyFor = (what: string) => createHmac('sha256', salted).update(what).digest();
  const storedKey = createHash('sha256').update(keyFor('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${keyFor('Server Key').toString('base64')}`;
}

/** The same address for another user. A user named among its parameters would win over the one before the host. */
export function withLogin(url: string, user: string, password: string): string {
  const [, scheme = '', place = '', query = ''] = /^(postgres(?:ql)?:\/\/)(?:[^/?#]*@)?([^?]*)\??(.*)$/.exec(url) ?? [];
  const kept = query.split('&').filter((pair) => pair !== '' && !/^(user|password)=/.test(pair));
  return `${scheme}${user}:${password}@${place}${kept.length > 0 ? `?${kept.join('&')}` : ''}`;
}
