-- As for messages of tickets (0011, 0014): text operators can use no index behind the company's policy, so the search runs as the owner.
create policy owner_searches on chat_messages for select to current_user using (true);

-- The newest messages of a chat that hold words beginning with each of these, at most so many; strips of ids are looked through from
-- the newest, each time twice as many as before. It knows companies, not members: those are asked for by who calls it.
create function find_chat_messages(search text, max integer, chat integer) returns table (id bigint)
  language plpgsql stable security definer rows 100
  set search_path = pg_catalog, public set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
declare
  company integer := current_company();
  words tsvector := array_to_tsvector(array(
    select w.lexeme
    from unnest(message_words(search_text(search))) as w
    order by w.positions[1]
    limit 10));
  strips bigint[];
  place integer := 1;
  width integer := 1;
  wanted tsquery;
  kept integer := 0;
  added integer;
begin
  if length(words) = 0 then return; end if;
  strips := array(select generate_series(
    (
      select m.id >> 16
      from chat_messages m
      where m.company_id = company and m.chat_id = chat
      order by m.created_at desc, m.id desc
      limit 1),
    (
      select m.id >> 16
      from chat_messages m
      where m.company_id = company and m.chat_id = chat
      order by m.created_at, m.id
      limit 1),
    -1));
  while place <= cardinality(strips) and kept < max loop
    select string_agg(
        '(' || (select string_agg(quote_literal(word) || ':*', ' & ') from unnest(message_strip_words(strip, words)) as word) || ')',
        ' | ')::tsquery
      into wanted
      from unnest(strips[place:place + width - 1]) as strip;
    return query
      select m.id
      from chat_messages m
      where m.company_id + 0 = company and m.chat_id = chat and message_search_words(m.id, m.message) @@ wanted
      order by -m.id
      limit max - kept;
    get diagnostics added = row_count;
    kept := kept + added;
    place := place + width;
    width := width * 2;
  end loop;
end $$;
revoke execute on function find_chat_messages from public;
grant execute on function find_chat_messages to prosa_app;
