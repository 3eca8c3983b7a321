-- How a text is looked for in contacts. Fewer than three letters are too few for the index of words.
create function contact_search(search text, out pattern text, out is_short boolean)
  language plpgsql immutable parallel safe set search_path = pg_catalog, public as $$
declare
  typed text := public.plain(btrim(search));
  digits text := regexp_replace(typed, '[ ().+-]', '', 'g');
begin
  if digits ~ '^\d+$' then typed := digits; end if;
  pattern := '%' || regexp_replace(typed, '([\\%_])', '\\\1', 'g') || '%';
  is_short := length(typed) < 3;
end $$;
revoke execute on function contact_search from public;

-- Contacts with this text in name, number or e-mail, in the order of lists. Few are put in order; among many, going through the list
-- soon meets enough. Letters too few for the index of words are looked for without it, which the planner does not think of: it would
-- read all of that index and then all contacts.
create or replace function find_contacts(search text, at_most integer default 1000, skip integer default 0) returns setof integer
  language plpgsql stable security definer rows 100
  set search_path = pg_catalog, public set enable_seqscan = off set enable_bitmapscan = on as $$
declare
  few constant integer := 3000;
  wanted record := public.contact_search(search);
  found_ids integer[];
begin
  if not wanted.is_short then
    found_ids := array(select public.some_contacts(public.current_company(), wanted.pattern, few + 1));
    if cardinality(found_ids) <= few then
      return query select id from public.contacts where company_id = public.current_company() and id = any (found_ids) order by name_key, id limit at_most offset skip;
      return;
    end if;
  end if;
  -- Until the function ends, since it has this setting among its own.
  perform set_config('enable_bitmapscan', 'off', true);
  return query execute
    'select id from public.contacts where company_id = $1 and searchable like $2 order by name_key, id limit $3 offset $4'
    using public.current_company(), wanted.pattern, at_most, skip;
end $$;

-- How many contacts have this text, counted up to so many: in no order, so they need not be walked through as the list shows them.
create function count_contacts(search text, at_most integer) returns integer
  language plpgsql stable security definer
  set search_path = pg_catalog, public set enable_seqscan = off set enable_bitmapscan = on as $$
declare
  wanted record := public.contact_search(search);
  counted integer;
begin
  if not wanted.is_short then
    return (select count(*) from public.some_contacts(public.current_company(), wanted.pattern, at_most));
  end if;
  perform set_config('enable_bitmapscan', 'off', true);
  execute 'select count(*) from (select from public.contacts where company_id = $1 and searchable like $2 limit $3) c'
    into counted using public.current_company(), wanted.pattern, at_most;
  return counted;
end $$;
revoke execute on function count_contacts from public;
grant execute on function count_contacts to prosa_app;
