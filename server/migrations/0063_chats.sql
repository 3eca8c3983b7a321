-- Chats among the people of a company. A chat is seen by its members alone: every statement asks for the membership.

create table chats (
  id integer generated always as identity primary key,
  company_id integer not null default current_company() references companies on delete cascade,
  uuid uuid not null default gen_random_uuid() unique,
  title text not null check (title <> '' and length(title) <= 100),
  -- A member. Who leaves the company hands it on to the member who has been there longest.
  owner_id integer,
  last_message text not null default '' check (length(last_message) <= 300),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (company_id, id),
  foreign key (company_id, owner_id) references users (company_id, id) on delete set null (owner_id)
);
create index chats_owner on chats (company_id, owner_id);
select secure_company_table('chats');

create table chat_members (
  company_id integer not null default current_company(),
  chat_id integer not null,
  user_id integer not null,
  unreads integer not null default 0 check (unreads >= 0),
  joined_at timestamptz not null default now(),
  primary key (company_id, chat_id, user_id),
  foreign key (company_id, chat_id) references chats (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
create index chat_members_user on chat_members (company_id, user_id, chat_id);
create index chat_members_unread on chat_members (company_id, user_id, chat_id) where unreads > 0;
select secure_company_table('chat_members');

create table chat_messages (
  id bigint generated always as identity primary key,
  company_id integer not null default current_company(),
  chat_id integer not null,
  -- Nobody where the person was removed from the company.
  sender_id integer,
  message text not null check (length(message) <= 10000),
  mentions integer[] not null default '{}',
  media_id bigint,
  created_at timestamptz not null default now(),
  unique (company_id, id),
  foreign key (company_id, chat_id) references chats (company_id, id) on delete cascade,
  foreign key (company_id, sender_id) references users (company_id, id) on delete set null (sender_id)
);
-- They are stored under the lock of the chat, none before the one before it: in the order of their times, which is that of their ids.
-- By ids alone PostgreSQL may take the primary key for this order, and walk through what was said since in all other chats.
create index chat_messages_chat on chat_messages (company_id, chat_id, created_at desc, id desc);
create index chat_messages_sender on chat_messages (company_id, sender_id) where sender_id is not null;
create index chat_messages_search on chat_messages
  using gin (company_id, chat_id, public.message_search_words(id, message)) with (gin_pending_list_limit = 256);
select secure_company_table('chat_messages');
select secure_file_owner('chat_messages');
