-- Messages of every kind: what text can not hold, reactions, edits, deletions, and files with their measures and renditions.

alter table messages
  -- A place, contact cards, whether a call was with picture, whether a sound is a voice note.
  add column data jsonb,
  add column participant_name text not null default '',
  -- The latest edit, by the channel's clock: an older one that comes late changes nothing.
  add column edited_at timestamptz;

-- One row per person and message. A reaction taken back stays as an empty one, so that an older one that comes late changes nothing.
create table message_reactions (
  company_id integer not null default current_company(),
  message_id bigint not null,
  from_me boolean not null,
  participant text not null default '',
  name text not null default '',
  emoji text not null,
  at timestamptz not null,
  primary key (company_id, message_id, from_me, participant),
  foreign key (company_id, message_id) references messages (company_id, id) on delete cascade
);
select secure_company_table('message_reactions');

-- What was said about a message that has not come yet waits here for it.
create table parked_frames (
  id bigint generated always as identity primary key,
  company_id integer not null default current_company(),
  connection_id integer not null,
  from_me boolean not null,
  channel_id text not null,
  identity text not null,
  frame jsonb not null,
  created_at timestamptz not null default now(),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
create unique index parked_frames_identity on parked_frames (company_id, connection_id, identity);
create index parked_frames_message on parked_frames (company_id, connection_id, channel_id);
create index parked_frames_age on parked_frames (company_id, created_at);
select secure_company_table('parked_frames');

-- A thread read upwards runs through the ticket and on into the earlier ones, in one index range.
create index messages_reading on messages (company_id, contact_id, connection_id, ticket_id desc, created_at desc, id desc);
drop index messages_contact;
create index messages_unread on messages (company_id, ticket_id) where not read and not from_me;
-- Pages deep in a thread are counted off in the index alone, which needs the visibility map to keep up with what arrives.
alter table messages set (autovacuum_vacuum_insert_scale_factor = 0.02);

-- A waiting message can be sent or taken back. `unsure` is one that may have left although nobody said so.
alter table outbox
  add column deed text not null default 'send' check (deed in ('send', 'retract')),
  add column unsure boolean not null default false;
drop index outbox_message;
create unique index outbox_message on outbox (company_id, message_id, deed);

alter table media
  add column state text not null default 'waiting' check (state in ('waiting', 'ready')),
  add column width integer,
  add column height integer,
  add column seconds double precision,
  add column waveform smallint[],
  add column thumbnail_key text,
  add column thumbnail_size integer,
  -- A rendition that every browser plays.
  add column playable_key text,
  add column playable_size bigint,
  -- Since when no message holds the file.
  add column orphaned_at timestamptz;
create unique index media_thumbnail on media (thumbnail_key) where thumbnail_key is not null;
create unique index media_playable on media (playable_key) where playable_key is not null;
create index media_orphans on media (orphaned_at) where orphaned_at is not null;
select open_to_platform('media', '', 'company_id, orphaned_at');

create function note_orphaned_media() returns trigger language plpgsql as $$
begin
  update media set orphaned_at = now() where company_id = current_company() and orphaned_at is null
    and id in (select media_id from gone where media_id is not null);
  return null;
end $$;
create trigger messages_leave_media after delete on messages referencing old table as gone for each statement execute function note_orphaned_media();

alter table simulator_messages
  add column participant text not null default '',
  add column is_group boolean not null default false,
  add column is_edited boolean not null default false,
  -- Who reacted with what: a number, or 'business'.
  add column reactions jsonb not null default '{}',
  add column data jsonb;
create index simulator_messages_participant on simulator_messages (company_id, connection_id, participant) where participant <> '';

-- What is searched of a message: its words without accents and capitals, each sign between them a gap. Very long texts by their beginning.
create function message_words(body text) returns tsvector
  language sql immutable parallel safe
  as $$ select to_tsvector('simple', translate(public.plain(left(body, 10000)), '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', repeat(' ', 32))) $$;

-- Messages lie in the index in strips of 65,536, so that a word that stands everywhere is read from the newest strips alone. What is
-- not yet sorted in is read by every search, so it is kept short.
create index messages_search on messages using gin (company_id, ticket_id, (id >> 16), public.message_words(body)) with (gin_pending_list_limit = 256);

-- As for contacts: text operators can use no index behind the company's policy, so the search runs as the owner.
create policy owner_searches on messages for select to current_user using (true);

-- The newest messages that hold words beginning with each of these, at most so many, of the company or of one of its tickets.
-- Ordered by -id, which no index offers: walking back through the ids in the hope of early hits is, for a rare word, every message.
create function find_messages(search text, max integer, ticket integer default null) returns table (id bigint, ticket_id integer)
  language plpgsql stable security definer rows 100
  set search_path = pg_catalog, public set plan_cache_mode = force_custom_plan as $$
declare
  company integer := current_company();
  wanted tsquery;
  strip bigint;
  oldest bigint;
  kept integer := 0;
  added integer;
begin
  select to_tsquery('simple', string_agg(quote_literal(word) || ':*', ' & ')) into wanted
  from unnest(tsvector_to_array(message_words(search))) as word;
  if wanted is null or numnode(wanted) = 0 then return; end if;
  if ticket is not null then
    return query select m.id, m.ticket_id from messages m
      where m.company_id = company and m.ticket_id = ticket and message_words(m.body) @@ wanted and not m.is_deleted
      order by -m.id limit max;
    return;
  end if;
  select m.id >> 16 into oldest from messages m where m.company_id = company order by m.id limit 1;
  select m.id >> 16 into strip from messages m where m.company_id = company order by m.id desc limit 1;
  while strip >= oldest and kept < max loop
    return query select m.id, m.ticket_id from messages m
      where m.company_id = company and (m.id >> 16) = strip and message_words(m.body) @@ wanted and not m.is_deleted
      order by -m.id limit max - kept;
    get diagnostics added = row_count;
    kept := kept + added;
    strip := strip - 1;
  end loop;
end $$;
revoke execute on function find_messages from public;
grant execute on function find_messages to prosa_app;
