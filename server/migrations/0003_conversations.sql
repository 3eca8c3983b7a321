-- Connections, contacts, tickets, messages, and the durable way in and out.

create table connections (
  id integer generated always as identity primary key,
  company_id integer not null default current_company() references companies on delete cascade,
  name text not null,
  provider text not null,
  status text not null default 'OPENING' check (status in ('OPENING', 'qrcode', 'PAIRING', 'CONNECTED', 'DISCONNECTED', 'TIMEOUT')),
  -- Whether a node should be holding this connection at all.
  wanted boolean not null default true,
  is_default boolean not null default false,
  retries integer not null default 0,
  qrcode text not null default '',
  credentials_sealed text,
  token_sealed text not null,
  token_hash text not null,
  greeting_message text not null default '',
  complation_message text not null default '',
  out_of_hours_message text not null default '',
  rating_message text not null default '',
  time_send_queue integer not null default 0,
  send_id_queue integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (company_id, id)
);
create unique index connections_name on connections (company_id, lower(name));
create unique index connections_token on connections (token_hash);
create unique index connections_one_default on connections (company_id) where is_default;
create index connections_wanted on connections (id) where wanted;
select secure_company_table('connections');
select open_to_platform('connections', '', 'id, company_id, provider, wanted, token_hash');

create table connection_queues (
  company_id integer not null default current_company(),
  connection_id integer not null,
  queue_id integer not null,
  position integer not null,
  primary key (company_id, connection_id, queue_id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade,
  foreign key (company_id, queue_id) references queues (company_id, id) on delete cascade
);
create index connection_queues_queue on connection_queues (company_id, queue_id);
select secure_company_table('connection_queues');

-- A connection lives on one node at a time. Whoever writes for it names the epoch; an older epoch writes nothing.
create table connection_leases (
  connection_id integer primary key,
  company_id integer not null default current_company(),
  owner text not null,
  epoch bigint not null,
  expires_at timestamptz not null,
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
select secure_company_table('connection_leases');
select open_to_platform('connection_leases', 'insert, update, delete');

create table contacts (
  id integer generated always as identity primary key,
  company_id integer not null default current_company() references companies on delete cascade,
  uuid uuid not null default gen_random_uuid(),
  name text not null,
  number text not null,
  email text not null default '',
  profile_pic_url text not null default '',
  is_group boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (company_id, id)
);
create unique index contacts_number on contacts (company_id, number);
select secure_company_table('contacts');

create table ticket_days (
  company_id integer not null default current_company() references companies on delete cascade,
  day date not null,
  last_number integer not null,
  primary key (company_id, day)
);
select secure_company_table('ticket_days');

create table tickets (
  id integer generated always as identity primary key,
  company_id integer not null default current_company() references companies on delete cascade,
  uuid uuid not null default gen_random_uuid(),
  code text not null,
  status text not null default 'pending' check (status in ('pending', 'open', 'closed')),
  user_id integer,
  queue_id integer,
  connection_id integer not null,
  contact_id integer not null,
  last_message text not null default '',
  unread_messages integer not null default 0 check (unread_messages >= 0),
  is_group boolean not null default false,
  chatbot boolean not null default false,
  closed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (company_id, id),
  check (status <> 'open' or user_id is not null),
  foreign key (company_id, user_id) references users (company_id, id) on delete restrict,
  foreign key (company_id, queue_id) references queues (company_id, id) on delete set null (queue_id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade,
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade
);
create unique index tickets_uuid on tickets (company_id, uuid);
create unique index tickets_code on tickets (company_id, code);
create unique index tickets_one_live on tickets (company_id, contact_id, connection_id) where status <> 'closed';
create index tickets_list on tickets (company_id, status, updated_at desc, id desc);
create index tickets_queue_list on tickets (company_id, status, queue_id, updated_at desc, id desc);
create index tickets_user_list on tickets (company_id, user_id, status, updated_at desc, id desc);
create index tickets_contact on tickets (company_id, contact_id, connection_id, id desc);
create index tickets_connection on tickets (company_id, connection_id);
create index tickets_queue on tickets (company_id, queue_id);
select secure_company_table('tickets');

create table ticket_history (
  id bigint generated always as identity primary key,
  company_id integer not null default current_company(),
  ticket_id integer not null,
  at timestamptz not null default now(),
  user_id integer,
  what text not null,
  from_value text,
  to_value text,
  why text,
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references users (company_id, id) on delete set null (user_id)
);
create index ticket_history_ticket on ticket_history (company_id, ticket_id, id);
create index ticket_history_user on ticket_history (company_id, user_id, ticket_id);
select secure_company_table('ticket_history');

create table messages (
  id bigint generated always as identity primary key,
  company_id integer not null default current_company(),
  ticket_id integer not null,
  connection_id integer not null,
  contact_id integer not null,
  -- Identity on the channel: the same delivery twice is one message, the same id elsewhere is another.
  chat text not null,
  from_me boolean not null,
  channel_id text not null,
  participant text not null default '',
  user_id integer,
  body text not null,
  media_type text,
  media_id bigint,
  quoted_id bigint,
  is_deleted boolean not null default false,
  ack smallint not null default 0 check (ack between -1 and 5),
  read boolean not null default false,
  failure text,
  -- When it was said, by the channel's clock, never later than when it reached us.
  created_at timestamptz not null,
  received_at timestamptz not null default now(),
  unique (company_id, id),
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade,
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references users (company_id, id) on delete set null (user_id),
  foreign key (company_id, media_id) references media (company_id, id) on delete set null (media_id),
  foreign key (company_id, quoted_id) references messages (company_id, id) on delete set null (quoted_id)
);
create unique index messages_identity on messages (company_id, connection_id, chat, from_me, channel_id, participant);
create index messages_thread on messages (company_id, ticket_id, created_at desc, id desc);
create index messages_channel_id on messages (company_id, connection_id, channel_id);
create index messages_contact on messages (company_id, contact_id);
create index messages_quoted on messages (company_id, quoted_id) where quoted_id is not null;
create index messages_media on messages (company_id, media_id) where media_id is not null;
create index messages_user on messages (company_id, user_id) where user_id is not null;
select secure_company_table('messages');

-- What has arrived and is not yet part of a conversation. A row leaves in the transaction that makes it one.
create table inbox (
  id bigint generated always as identity primary key,
  company_id integer not null default current_company(),
  connection_id integer not null,
  identity text not null,
  frame jsonb not null,
  received_at timestamptz not null default now(),
  tries integer not null default 0,
  -- Set when a frame could not be handled again and again: it is kept for a person to look at, and the next ones go on.
  quarantined_at timestamptz,
  failure text,
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
create unique index inbox_identity on inbox (company_id, connection_id, identity);
create index inbox_waiting on inbox (company_id, id) where quarantined_at is null;
select secure_company_table('inbox');
select open_to_platform('inbox', '', 'company_id, received_at, quarantined_at');

-- A receipt that overtook its message waits here for it.
create table parked_receipts (
  company_id integer not null default current_company(),
  connection_id integer not null,
  channel_id text not null,
  ack smallint not null,
  created_at timestamptz not null default now(),
  primary key (company_id, connection_id, channel_id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
select secure_company_table('parked_receipts');

-- What waits to leave. A row goes when its message was handed over or refused for good; the message keeps the outcome.
create table outbox (
  id bigint generated always as identity primary key,
  company_id integer not null default current_company(),
  connection_id integer not null,
  message_id bigint not null,
  chat text not null,
  state text not null default 'queued' check (state in ('queued', 'sending')),
  epoch bigint,
  attempts integer not null default 0,
  next_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade,
  foreign key (company_id, message_id) references messages (company_id, id) on delete cascade
);
create index outbox_heads on outbox (company_id, connection_id, chat, id);
create unique index outbox_message on outbox (company_id, message_id);
select secure_company_table('outbox');
select open_to_platform('outbox', '', 'company_id, connection_id, created_at');

-- Keep frames from a channel in one round trip: set the company, check who holds the connection, insert what is new.
-- False means that another node holds it now: nothing was written, nothing may be acknowledged.
create function keep_frames(company integer, connection integer, holder text, held_epoch bigint, frames jsonb) returns boolean
  language plpgsql as $$
begin
  perform set_config('app.company_id', company::text, true);
  perform 1 from connection_leases where connection_id = connection and owner = holder and epoch = held_epoch;
  if not found then return false; end if;
  insert into inbox (connection_id, identity, frame)
  select connection, f.item->>'identity', f.item->'frame' from jsonb_array_elements(frames) with ordinality as f(item, place) order by f.place
  on conflict do nothing;
  return true;
end $$;

-- How many tickets stand where, kept as small differences so that writers never wait for one another; a job folds them.
create table ticket_totals (
  company_id integer not null default current_company() references companies on delete cascade,
  status text not null,
  queue_id integer,
  user_id integer,
  tickets integer not null
);
create index ticket_totals_company on ticket_totals (company_id, status) include (queue_id, user_id, tickets);
select secure_company_table('ticket_totals');
select open_to_platform('ticket_totals', 'insert, delete');

create function count_ticket() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into ticket_totals (company_id, status, queue_id, user_id, tickets) values (old.company_id, old.status, old.queue_id, old.user_id, -1);
  end if;
  if tg_op <> 'DELETE' then
    insert into ticket_totals (company_id, status, queue_id, user_id, tickets) values (new.company_id, new.status, new.queue_id, new.user_id, 1);
  end if;
  return null;
end $$;
create trigger tickets_counted after insert or delete on tickets for each row execute function count_ticket();
create trigger tickets_recounted after update of status, queue_id, user_id on tickets for each row
  when ((old.status, old.queue_id, old.user_id) is distinct from (new.status, new.queue_id, new.user_id)) execute function count_ticket();
