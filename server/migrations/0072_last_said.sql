-- What a person said last in a ticket, kept in its row: lists show that instead of greetings and ratings, and read no message for it.
-- `said_by` and `said_file` repeat what `said` holds so that names and lengths are joined by an index.
alter table tickets
  add column said jsonb,
  add column said_by integer,
  add column said_file bigint;

-- A message as a row tells it: without the name that its author has put before it. Nothing is told of what was deleted.
create function said_of(m messages, author text) returns jsonb language sql stable as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'at', m.created_at,
    'fromMe', m.from_me,
    'text', case
      when m.is_deleted then ''
      when m.from_me and starts_with(m.body, '*' || author || ':*' || chr(10)) then left(substr(m.body, length(author) + 5), 300)
      else left(m.body, 300)
    end,
    'mediaType', case when not m.is_deleted then m.media_type end,
    'mediaId', case when not m.is_deleted then m.media_id end,
    'userId', m.user_id,
    'userName', case when m.user_id is not null then author end,
    'name', nullif(m.participant_name, ''))) $$;

-- Agents, the company's phone and customers are people; all else is said by the product.
create function said_by_person(origin text) returns boolean language sql immutable as $$
  select origin is null or origin in ('agent', 'phone', 'customer') $$;

-- What was said last of that which still stands; where all is deleted, the last of that.
create function last_said(company integer, ticket integer) returns jsonb language sql stable as $$
  select coalesce(
    (
      select said_of(m, (select u.name from users u where u.company_id = m.company_id and u.id = m.user_id))
      from messages m
      where m.company_id = company and m.ticket_id = ticket and not m.is_deleted and said_by_person(m.origin)
      order by m.created_at desc, m.id desc
      limit 1),
    (
      select said_of(m, null)
      from messages m
      where m.company_id = company and m.ticket_id = ticket and said_by_person(m.origin)
      order by m.created_at desc, m.id desc
      limit 1)) $$;

-- One step of an index for each ticket. Row policies would show the migration none of them.
alter table tickets no force row level security;
alter table messages no force row level security;
alter table users no force row level security;
with found as materialized (
  select t.id, last_said(t.company_id, t.id) as said
  from tickets t)
update tickets t
set said = f.said, said_by = (f.said->>'userId')::int, said_file = (f.said->>'mediaId')::bigint
from found f
where t.id = f.id and f.said is not null;
alter table tickets force row level security;
alter table messages force row level security;
alter table users force row level security;
