-- The beginning of a word is looked for by reading every place where such a word stands; only then is it asked which of them lie in
-- the strip. So a word that stands everywhere was read from the whole history for each strip. With the strip in front of the word
-- it is read from that strip alone. Cut, since with it a word must not be longer than words may be.
create function message_strip_words(strip bigint, words tsvector) returns text[]
  language sql immutable parallel safe
  as $$ select array(select strip || '/' || left(word, 500) from unnest(tsvector_to_array(words)) as word) $$;
create function message_search_words(id bigint, body text) returns tsvector
  language sql immutable parallel safe
  as $$ select array_to_tsvector(public.message_strip_words(id >> 16, public.message_words(body))) $$;

drop index messages_search;
create index messages_search on messages using gin (company_id, ticket_id, public.message_search_words(id, body)) with (gin_pending_list_limit = 256);

-- The newest messages that hold words beginning with each of these, at most so many, of the company or of one of its tickets. Strips
-- are looked through from the newest, each time twice as many as before: what stands everywhere is found in the first, and what is
-- rare takes few looks. Ordered by -id, which no index offers: walking back through the ids in the hope of early hits is, for a rare
-- word, every message.
create or replace function find_messages(search text, max integer, ticket integer default null) returns table (id bigint, ticket_id integer)
  language plpgsql stable security definer rows 100
  set search_path = pg_catalog, public set plan_cache_mode = force_custom_plan as $$
declare
  company integer := current_company();
  words tsvector := message_words(search);
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
    select string_agg('(' || (select string_agg(quote_literal(word) || ':*', ' & ') from unnest(message_strip_words(strip, words)) as word) || ')', ' | ')::tsquery
      into wanted from unnest(strips[place:place + width - 1]) as strip;
    if ticket is null then
      return query select m.id, m.ticket_id from messages m
        where m.company_id = company and message_search_words(m.id, m.body) @@ wanted and not m.is_deleted
        order by -m.id limit max - kept;
    else
      return query select m.id, m.ticket_id from messages m
        where m.company_id = company and m.ticket_id = ticket and message_search_words(m.id, m.body) @@ wanted and not m.is_deleted
        order by -m.id limit max - kept;
    end if;
    get diagnostics added = row_count;
    kept := kept + added;
    place := place + width;
    width := width * 2;
  end loop;
end $$;
