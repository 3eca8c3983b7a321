-- The people of a list are looked for in the list, from its beginning to its end, which is bounded. Making each name and e-mail plain
-- took most of the time, so that is done once, as for contacts (0005).
alter table contact_list_items
  add column searchable text generated always as (plain(name) || chr(10) || number || chr(10) || plain(email)) stored;

-- The people of a campaign likewise, as they are taken. Those of campaigns from before have none, and are made plain when somebody
-- looks for them: writing all of them anew would keep the system closed.
alter table campaign_shippings add column searchable text;

-- Schedules are looked for by their text and by the name of whom they are for. Each search made every text plain that was ever
-- scheduled, and once more to count them. As for contacts (0005): behind the company's policy text operators can use no index, so the
-- search runs as the owner, for whom this policy adds no condition of its own, keeps to the company itself, and gives away only ids.
create policy owner_searches on schedules for select to current_user using (true);
create index schedules_search on schedules using gin (company_id, plain(body) gin_trgm_ops);

-- All schedules that hold a text. Null where it is too short for the index of words, or where they, or the contacts of such a name, are
-- so many that going through the list soon meets enough.
create function find_schedules(search text, at_most integer) returns integer[]
  language plpgsql stable security definer
  set search_path = pg_catalog, public set plan_cache_mode = force_custom_plan
  set enable_seqscan = off set enable_indexscan = off as $$
declare
  most_people constant integer := 10000;
  company integer := current_company();
  pattern text := contains_pattern(search);
  people integer[];
  found_ids integer[];
begin
  if length(plain(search_text(search))) < 3 then return null; end if;
  people := array(select some_contacts(company, pattern, most_people + 1));
  if cardinality(people) > most_people then return null; end if;
  -- By number or e-mail alone they are not looked for.
  people := array(select c.id from contacts c where c.company_id = company and c.id = any (people) and plain(c.name) like pattern);
  found_ids := array(
    (select s.id from schedules s where s.company_id = company and plain(s.body) like pattern limit at_most + 1)
    union
    (select s.id from schedules s where s.company_id = company and s.contact_id = any (people) limit at_most + 1));
  return case when cardinality(found_ids) <= at_most then found_ids end;
end $$;
revoke execute on function find_schedules from public;
grant execute on function find_schedules to prosa_app;
