-- No text costs more than its length. PostgreSQL puts a run of combining marks in order by swapping neighbours: 10,000 of them take
-- many seconds. And of each text no more is made plain than is worth looking for.

-- Blind to case and accents, as before, for whatever people write. Nobody sets more than a few marks on a letter: a run of nine or
-- more (of those that have an order, in Unicode 16) is left out, so that what there is to be put in order stays short. Short texts are
-- left as they are, so that what is unique by this function (names of tags) stays what it was. Most texts are ASCII, and done at once.
create or replace function plain(given text) returns text
  language sql immutable parallel safe
  as $$ select case
    when octet_length(given) = length(given) then lower(left(given, 10000))
    else lower(regexp_replace(left(normalize(
      case when length(given) <= 64 then given else regexp_replace(left(given, 10000), '[\u0300-\u034e\u0350-\u036f\u0483-\u0487\u0590-\u05bd\u05bf\u05c1-\u05c2\u05c4-\u05c5\u05c7-\u05cf\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7-\u06e8\u06ea-\u06ed\u0711\u0730-\u074c\u07eb-\u07f3\u07fb-\u07fd\u0816-\u0819\u081b-\u0823\u0825-\u0827\u0829-\u082f\u0859-\u085d\u0892-\u089f\u08ca-\u08e1\u08e3-\u08ff\u093c\u094d\u0951-\u0954\u09ba-\u09bc\u09cd\u09fe-\u0a00\u0a3a-\u0a3d\u0a4d-\u0a50\u0aba-\u0abc\u0acd-\u0acf\u0b3a-\u0b3c\u0b4d-\u0b54\u0bcd-\u0bcf\u0c3a-\u0c3c\u0c4d-\u0c57\u0cba-\u0cbc\u0ccd-\u0cd4\u0d3b-\u0d3c\u0d4d\u0dc7-\u0dce\u0e38-\u0e3e\u0e48-\u0e4b\u0eb8-\u0eba\u0ec7-\u0ecb\u0f18-\u0f19\u0f35\u0f37\u0f39\u0f6d-\u0f75\u0f7a-\u0f7d\u0f80-\u0f84\u0f86-\u0f87\u0fc6\u1037\u1039-\u103a\u108d\u135b-\u135f\u1714-\u171e\u1734\u17d2\u17dd-\u17df\u18a9\u1939-\u193f\u1a17-\u1a18\u1a5f-\u1a60\u1a75-\u1a7f\u1aae-\u1abd\u1abf-\u1aff\u1b34\u1b44\u1b6b-\u1b73\u1baa-\u1bab\u1be6\u1bf2-\u1bfb\u1c37-\u1c3a\u1cc8-\u1cd2\u1cd4-\u1ce0\u1ce2-\u1ce8\u1ced\u1cf4\u1cf8-\u1cf9\u1dc0-\u1dff\u20c1-\u20dc\u20e1\u20e5-\u20ff\u2cef-\u2cf1\u2d71-\u2d7f\u2ddf-\u2dff\u302a-\u302f\u3097-\u309a\ua66f\ua674-\ua67d\ua69e-\ua69f\ua6f0-\ua6f1\ua806\ua82c-\ua82f\ua8c4\ua8da-\ua8f1\ua92b-\ua92d\ua953-\ua95e\ua9b3\ua9c0\uaab0\uaab2-\uaab4\uaab7-\uaab8\uaabe-\uaabf\uaac1\uaaf6-\uab00\uabed-\uabef\ufb1e\ufe1a-\ufe2f\U000101fd-\U0001027f\U000102d1-\U000102e0\U00010376-\U0001037f\U00010a0d\U00010a0f\U00010a36-\U00010a3f\U00010ae5-\U00010aea\U00010d24-\U00010d2f\U00010d66-\U00010d6d\U00010eaa-\U00010eac\U00010efd-\U00010eff\U00010f46-\U00010f50\U00010f82-\U00010f85\U00011046\U00011070\U00011076-\U0001107f\U000110b9-\U000110ba\U000110fa-\U00011102\U00011133-\U00011135\U00011173\U000111c0\U000111ca\U00011235-\U00011236\U000112e9-\U000112ef\U0001133a-\U0001133c\U0001134d-\U0001134f\U00011364-\U0001137f\U000113ce-\U000113d0\U00011442\U00011446\U0001145e\U000114c2-\U000114c3\U000115bf-\U000115c0\U0001163f\U000116b6-\U000116b7\U0001172b-\U0001172f\U00011839-\U0001183a\U0001193d-\U0001193e\U00011943\U000119e0\U00011a34\U00011a47-\U00011a4f\U00011a99\U00011c3f\U00011d42\U00011d44-\U00011d45\U00011d97\U00011f41-\U00011f42\U0001612f\U00016aee-\U00016af4\U00016b30-\U00016b36\U00016fe5-\U00016fff\U0001bc9e\U0001d165-\U0001d169\U0001d16d-\U0001d172\U0001d17b-\U0001d182\U0001d185-\U0001d18b\U0001d1aa-\U0001d1ad\U0001d242-\U0001d244\U0001df2b-\U0001e02f\U0001e06e-\U0001e0ff\U0001e12d-\U0001e136\U0001e2ae-\U0001e2bf\U0001e2ec-\U0001e2ef\U0001e4ec-\U0001e4ef\U0001e5ee-\U0001e5ef\U0001e8d0-\U0001e8ff\U0001e944-\U0001e94a]{9,}', '', 'g') end,
      NFKD), 30000), '[\u0300-\u036f]+', '', 'g')) end $$;

-- What is typed into a search: at most 200 characters and 10 words of it.
create function search_text(typed text) returns text
  language sql immutable parallel safe
  as $$ select coalesce(substring(btrim(left(typed, 200)) from '^\s*(?:\S+\s+){9}\S+'), btrim(left(typed, 200))) $$;

-- "Contains", with what was typed taken literally. Signs are disarmed after they were made plain: a wide percent sign becomes one then.
create function contains_pattern(typed text) returns text
  language sql immutable parallel safe
  as $$ select '%' || regexp_replace(public.plain(public.search_text(typed)), '([\\%_])', '\\\1', 'g') || '%' $$;

-- As before; one pass over the text where there was one for each of the 32 signs.
create or replace function message_words(body text) returns tsvector
  language sql immutable parallel safe
  as $$ select to_tsvector('simple', regexp_replace(public.plain(body), '[!-/:-@[-`{-~]+', ' ', 'g')) $$;

create or replace function contact_search(search text, out pattern text, out is_short boolean)
  language plpgsql immutable parallel safe set search_path = pg_catalog, public as $$
declare
  typed text := public.plain(public.search_text(search));
  digits text := regexp_replace(typed, '[ ().+-]', '', 'g');
begin
  if digits ~ '^\d+$' then typed := digits; end if;
  pattern := '%' || regexp_replace(typed, '([\\%_])', '\\\1', 'g') || '%';
  is_short := length(typed) < 3;
end $$;

-- As before, with the first ten of the words that a search is made of: signs between letters make more words than were typed.
-- And by the index of words alone: the planner, who takes a company or a ticket that it knows little of for small, would take each of
-- its messages apart instead, at some milliseconds each. Hidden from the other indexes (+ 0), the company is asked of what was found:
-- in a ticket that is nothing more, in a small table little. In a large one both know better.
create or replace function find_messages(search text, max integer, ticket integer default null) returns table (id bigint, ticket_id integer)
  language plpgsql stable security definer rows 100
  set search_path = pg_catalog, public set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
declare
  is_small boolean := (select c.reltuples < 20000 from pg_class c where c.oid = 'public.messages'::regclass);
  company integer := current_company();
  words tsvector := array_to_tsvector(array(select w.lexeme from unnest(message_words(search_text(search))) as w order by w.positions[1] limit 10));
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
    if ticket is not null then
      return query select m.id, m.ticket_id from messages m
        where m.company_id + 0 = company and m.ticket_id = ticket and message_search_words(m.id, m.body) @@ wanted and not m.is_deleted
        order by -m.id limit max - kept;
    elsif is_small then
      return query select m.id, m.ticket_id from messages m
        where m.company_id + 0 = company and message_search_words(m.id, m.body) @@ wanted and not m.is_deleted
        order by -m.id limit max - kept;
    else
      return query select m.id, m.ticket_id from messages m
        where m.company_id = company and message_search_words(m.id, m.body) @@ wanted and not m.is_deleted
        order by -m.id limit max - kept;
    end if;
    get diagnostics added = row_count;
    kept := kept + added;
    place := place + width;
    width := width * 2;
  end loop;
end $$;

-- What it costs to take a message apart, which the planner did not know either.
alter function message_strip_words(bigint, tsvector) cost 20000;
