import type { Finding, Querier } from './catalogue.ts';

/** Functions that run with the rights of their owner. */
const definers = [
  'count_contacts',
  'enqueue_job',
  'find_chat_messages',
  'find_contacts',
  'find_messages',
  'find_schedules',
  'forget_company_jobs',
  'job_figures',
];

/**
 * A function that runs as its owner steps over the walls: they are listed, only the application calls them, and what they name can not be
 * a caller's own table. `findRoleGaps` sees to it that no role can create anything in the schemas before `pg_temp`.
 */
export async function findDefiners(client: Querier): Promise<Finding[]> {
  const { rows } = await client.query<{ name: string; path: string; schemas: string[]; open: boolean }>(`
    select proname as name,
      coalesce((select substr(setting, 13) from unnest(proconfig) as setting where setting like 'search_path=%'), '') as path,
      array(select nspname::text from pg_namespace where nspname not like 'pg\\_temp%') as schemas,
      exists (select from aclexplode(coalesce(proacl, acldefault('f', proowner))) where grantee = 0) as open
    from pg_proc where prosecdef and pronamespace::regnamespace::text not in ('pg_catalog', 'information_schema')`);
  const isPinned = (path: string, schemas: string[]) => {
    const [last, ...before] = path.split(', ').toReversed();
    return last === 'pg_temp' && before.at(-1) === 'pg_catalog' && before.every((schema) => schemas.includes(schema));
  };
  return rows
    .filter(({ name, path, schemas, open }) => !definers.includes(name) || !isPinned(path, schemas) || open)
    .map(({ name }) => ({ where: name, what: 'runs with the rights of its owner' }));
}

/** A view reads as its owner, past the policies, unless it says otherwise. */
export async function findViews(client: Querier): Promise<Finding[]> {
  const { rows } = await client.query<{ name: string }>(`
    select relname as name
    from pg_class
    where relnamespace = 'public'::regnamespace
      and relkind in ('v', 'm', 'f')
      and not coalesce(reloptions::text like '%security_invoker=true%', false)`);
  return rows.map(({ name }) => ({ where: name, what: 'reads past the policies' }));
}
