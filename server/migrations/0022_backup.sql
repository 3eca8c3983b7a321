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
