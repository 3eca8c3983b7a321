-- Where pg_temp is not named, temporary tables come before all others: a function with its owner's rights would read a caller's own
-- `schedules` instead of the table. It comes last from now on.
do $$
declare
  definer record;
begin
  for definer in
    select p.oid::regprocedure as name, substr(setting, length('search_path=') + 1) as path
    from pg_proc p, unnest(p.proconfig) as setting
    where p.prosecdef and p.pronamespace = 'public'::regnamespace and setting like 'search_path=%' and setting !~ 'pg_temp'
  loop
    execute format('alter function %s set search_path = %s, pg_temp', definer.name, definer.path);
  end loop;
end $$;
