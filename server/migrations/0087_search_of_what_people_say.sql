-- Menus, greetings and the like say the same in every ticket. Who looked for a word of the menu found the menu, in every ticket that had
-- been shown it, and nothing else; and of what it takes to store such a text the index of words took most. So a search of the whole
-- history passes them over. In one ticket they are found as before: few are said there, and they are read one by one.
create function is_indexed(origin text) returns boolean language sql immutable parallel safe as $$
  select origin is null or origin not in ('bot', 'greeting', 'transfer', 'rating', 'completion', 'hours', 'call') $$;

create index messages_said on messages using gin (company_id, ticket_id, public.message_search_words(id, body))
  with (gin_pending_list_limit = 256)
  where is_indexed(origin);
drop index messages_search;
alter index messages_said rename to messages_search;
create index messages_notices on messages (company_id, ticket_id)
  where not is_indexed(origin);

-- The first ten of the words that a search is made of.
create function searched_words(search text) returns tsvector language sql immutable parallel safe
  as $$
  select array_to_tsvector(array(
    select w.lexeme
    from unnest(public.message_words(public.search_text(search))) as w
    order by w.positions[1]
    limit 10)) $$;

-- What `find_messages` was (0014), over what the index holds.
create function find_indexed(search text, max integer, ticket integer) returns table (id bigint, ticket_id integer)
  language plpgsql stable rows 100
  set search_path = pg_catalog, public set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
declare
  is_small boolean := (select c.reltuples < 20000 from pg_class c where c.oid = 'public.messages'::regclass);
  company integer := current_company();
  words tsvector := searched_words(search);
  strips bigint[];
  place integer := 1;
  width integer := 1;
  wanted tsquery;
  kept integer := 0;
  added integer;
begin
  if length(words) = 0 then return; end if;
  if ticket is null then
    strips := array(select generate_series(
      (select m.id >> 16 from messages m where m.company_id = company order by m.id desc limit 1),
      (select m.id >> 16 from messages m where m.company_id = company order by m.id limit 1), -1));
  else
    strips := array(select distinct m.id >> 16 from messages m where m.company_id = company and m.ticket_id = ticket order by 1 desc);
  end if;
  while place <= cardinality(strips) and kept < max loop
    select string_agg(
        '(' || (
          select string_agg(quote_literal(word) || ':*', ' & ')
          from unnest(message_strip_words(strip, words)) as word) || ')',
        ' | ')::tsquery
      into wanted
      from unnest(strips[place:place + width - 1]) as strip;
    if ticket is not null then
      return query select m.id, m.ticket_id from messages m
        where m.company_id + 0 = company and m.ticket_id = ticket
          and is_indexed(m.origin) and message_search_words(m.id, m.body) @@ wanted and not m.is_deleted
        order by -m.id limit max - kept;
    elsif is_small then
      return query select m.id, m.ticket_id from messages m
        where m.company_id + 0 = company
          and is_indexed(m.origin) and message_search_words(m.id, m.body) @@ wanted and not m.is_deleted
        order by -m.id limit max - kept;
    else
      return query select m.id, m.ticket_id from messages m
        where m.company_id = company
          and is_indexed(m.origin) and message_search_words(m.id, m.body) @@ wanted and not m.is_deleted
        order by -m.id limit max - kept;
    end if;
    get diagnostics added = row_count;
    kept := kept + added;
    place := place + width;
    width := width * 2;
  end loop;
end $$;
revoke execute on function find_indexed from public;

-- The newest messages that hold words beginning with each of these, at most so many: of the company, or of one of its tickets.
create or replace function find_messages(search text, max integer, ticket integer default null)
  returns table (id bigint, ticket_id integer)
  language plpgsql stable security definer rows 100
  set search_path = pg_catalog, public set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
declare
  company integer := current_company();
  wanted tsquery := (
    select string_agg(quote_literal(word) || ':*', ' & ')
    from unnest(tsvector_to_array(searched_words(search))) as word);
begin
  if ticket is null then
    return query select f.id, f.ticket_id from find_indexed(search, max, null) f;
  elsif wanted is not null then
    return query
      with notices as materialized (
        select m.id, m.body
        from messages m
        where m.company_id = company
          and m.ticket_id = ticket
          and not is_indexed(m.origin)
          and not m.is_deleted)
      select f.id, ticket
      from (
        select i.id from find_indexed(search, max, ticket) i
        union all
        select n.id from notices n where message_words(n.body) @@ wanted) f
      order by f.id desc
      limit max;
  end if;
end $$;
