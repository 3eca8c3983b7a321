-- Row policies bind the owner too, so that a backup made by the owner of the tables would find them empty. It is shown all rows, to
-- read, when it says that it makes a backup. Nobody else gains by saying so: the policy is for the owner, who could take the policies
-- away altogether, and the functions that run as the owner name the company themselves.
create or replace function secure_company_table(target regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy company_rows_only on %s to prosa_app using (company_id = current_company()) with check (company_id = current_company())', target);
  execute format('create policy backup_reads on %s for select to %I using (current_setting(''app.backup'', true) = ''on'')', target, current_user);
  execute format('grant select, insert, update, delete on %s to prosa_app', target);
end $$;

do $$
declare
  target regclass;
begin
  for target in select oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relforcerowsecurity loop
    execute format('create policy backup_reads on %s for select to %I using (current_setting(''app.backup'', true) = ''on'')', target, current_user);
  end loop;
end $$;

-- Figures about what waits, read every few seconds by whoever watches over the installation. The oldest is the first by number.
grant select (id) on inbox to prosa_platform;
grant select (id) on outbox to prosa_platform;
create index inbox_quarantined on inbox (quarantined_at) where quarantined_at is not null;
create index jobs_failed on graphile_worker._private_jobs (id) where attempts >= max_attempts;

-- The job tables are nobody's but the owner's: of them the platform's role learns how many, how old and how many failed.
create function job_figures() returns table (waiting bigint, oldest_seconds double precision, failed bigint)
  language sql stable security definer set search_path = pg_catalog as $$
  select
    (select count(*) from (select from graphile_worker._private_jobs where is_available and run_at <= now() limit 100000) as bounded),
    coalesce((select extract(epoch from now() - run_at) from graphile_worker._private_jobs where is_available and run_at <= now()
      order by priority, run_at limit 1), 0)::double precision,
    (select count(*) from (select from graphile_worker._private_jobs where attempts >= max_attempts limit 100000) as bounded)
$$;
revoke execute on function job_figures from public;
grant execute on function job_figures to prosa_platform;
