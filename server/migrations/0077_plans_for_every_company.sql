-- What the planner knows of single companies makes a plan right for one of them and wrong for the next, so that each needed plans of its
-- own. Without statistics of company_id it takes every company for the same part of a table (0008 did so for two of them), and a plan
-- that is kept serves all.

create or replace function secure_company_table(target regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy company_rows_only on %s to prosa_app using (company_id = current_company()) with check (company_id = current_company())', target);
  execute format('create policy backup_reads on %s for select to %I using (current_setting(''app.backup'', true) = ''on'')', target, current_user);
  execute format('grant select, insert, update, delete on %s to prosa_app', target);
  execute format('alter table %s alter column company_id set statistics 0', target);
end $$;

do $$
declare
  target record;
  -- Since PostgreSQL 18. Before it, statistics that are there stay until a superuser deletes them (docs/operations.md).
  can_clear boolean := to_regproc('pg_clear_attribute_stats') is not null;
begin
  for target in
    select c.relname
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname = 'company_id'
  loop
    execute format('alter table %I alter column company_id set statistics 0', target.relname);
    if can_clear then
      execute format('select pg_clear_attribute_stats(''public'', %L, ''company_id'', false)', target.relname);
    end if;
  end loop;
end $$;
