import { z } from 'zod';
import { errorMessage, StartupError } from '../boot/startup-error.ts';
import type { Databases } from './database.ts';
import { rowsFrom } from './rows.ts';

const RoleRow = z.object({ role: z.string(), powerful: z.boolean(), owner: z.boolean(), temporary: z.boolean(), database: z.string() });

/** Finds rights of the connected role beyond the grants and row policies that the server needs. */
const query = `
  select session_user::text as role,
    rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication as powerful,
    exists (
        select from pg_tables
        where schemaname in ('public', 'graphile_worker') and pg_has_role(session_user, tableowner, 'member'))
      or pg_has_role(session_user, (select datdba from pg_database where datname = current_database()), 'member') as owner,
    has_database_privilege(current_database(), 'temporary') as temporary,
    current_database()::text as database
  from pg_roles
  where rolname = session_user`;

/** Refuses to start with a role that bypasses row policies, or could become one that does. */
export async function assertPoliciesBind(databases: Pick<Databases, 'app' | 'platform'>): Promise<void> {
  for (const pool of [databases.app, databases.platform]) {
    const [row] = await rowsFrom(pool, RoleRow, query).catch((error: unknown) => {
      throw new StartupError(
        `The database refuses a role that the server has just created: ${errorMessage(error)}. ` +
          'Its pg_hba.conf, or the pooler before it, must let the roles prosa_app_*, prosa_platform_* and prosa_jobs_* log in by password',
      );
    });
    if (row === undefined || row.powerful || row.owner)
      throw new StartupError(`The server would reach the database as ${row?.role}, which owns tables or bypasses row policies`);
    if (row.temporary)
      throw new StartupError(
        `The server's role ${row.role} may make temporary tables: let the user of DATABASE_URL own the database, ` +
          `or run as its owner: revoke temporary on database "${row.database}" from public`,
      );
  }
}
