import pg from 'pg';

/** One statement on a connection of its own. */
export async function ask<T extends pg.QueryResultRow>(url: string, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<T>(text).finally(() => client.end());
  return rows;
}

/** Everything that the migrations made, in words. */
export const shapeOf = (url: string) =>
  ask<{ thing: string }>(
    url,
    `
      select thing
      from (
        select 'index ' || indexdef as thing
        from pg_indexes
        where schemaname in ('public', 'graphile_worker')
        union all
        select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
          || convalidated
        from pg_constraint
        where connamespace = 'public'::regnamespace
        union all
        select 'trigger ' || tgrelid::regclass || ' ' || pg_get_triggerdef(oid) || tgenabled::text
        from pg_trigger
        where not tgisinternal
        union all
        select 'policy ' || polrelid::regclass || ' ' || polname || coalesce(pg_get_expr(polqual, polrelid), '')
        from pg_policy
        union all
        select 'table ' || oid::regclass || ' ' || relrowsecurity || relforcerowsecurity || relpersistence::text
        from pg_class
        where relkind = 'r' and relnamespace = 'public'::regnamespace
        union all
        select 'column ' || attrelid::regclass || ' ' || attname || ' ' || attnotnull || attidentity::text
          || attgenerated::text || coalesce(attstattarget, -1)
        from pg_attribute a
        join pg_class c on c.oid = attrelid
        where attnum > 0 and relkind = 'r' and relnamespace = 'public'::regnamespace) as things
      where thing not like '%ticket_viewers%'
      order by 1`,
  );

/** How many rows of what content each table holds, whatever their order. */
export async function contentOf(url: string): Promise<Record<string, string>> {
  const tables = await ask<{ name: string; columns: string }>(
    url,
    `
      select c.oid::regclass::text as name, string_agg(quote_ident(attname), ',' order by attnum) as columns
      from pg_attribute a
      join pg_class c on c.oid = attrelid
      where attnum > 0
        and not attisdropped
        and relkind = 'r'
        and relnamespace = 'public'::regnamespace
        and relname not in ('user_presence', 'ticket_viewers', 'schema_migrations', 'connection_leases', 'nodes')
      group by 1`,
  );
  const content: Record<string, string> = {};
  for (const { name, columns } of tables) {
    const [row] = await ask<{ sum: string }>(
      url,
      `
        select count(*) || ' ' || coalesce(sum(hashtextextended(r::text, 0)), 0) as sum
        from (select ${columns} from ${name}) r`,
    );
    content[name] = row?.sum ?? '';
  }
  return content;
}
