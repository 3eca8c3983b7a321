-- Meta's Cloud API: which number a connection is there, and what the channel has to remember of messages.

-- Both are shown to admins; the secrets that go with them lie in credentials_sealed. A company has a number once. Companies do not
-- keep each other from anything by it: what arrives is signed with the connection's own app secret.
alter table connections
  add column phone_number_id text,
  add column waba_id text;
create unique index connections_cloud_number on connections (company_id, phone_number_id) where removed_at is null;

-- Which of our messages each of Meta's ids means: for quotes, reactions and statuses. One of ours has two of them where it was sent
-- again after an attempt of which nobody heard.
create table cloud_messages (
  company_id integer not null default current_company(),
  connection_id integer not null,
  wamid text not null,
  own_id text not null,
  state text not null check (state in ('accepted', 'arrived', 'failed')),
  -- Why it failed after it had been accepted: one of channels/failures.ts.
  reason text,
  changed_at timestamptz not null default clock_timestamp(),
  primary key (company_id, connection_id, wamid),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
create index cloud_messages_own on cloud_messages (company_id, connection_id, own_id);
select secure_company_table('cloud_messages');

-- Messages that were handed to Meta and of which it is not known whether they were taken: written before each call, removed with its
-- answer. There are few at any time.
create table cloud_attempts (
  company_id integer not null default current_company(),
  connection_id integer not null,
  own_id text not null,
  tried_at timestamptz not null,
  primary key (company_id, connection_id, own_id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
select secure_company_table('cloud_attempts');

-- The last that each customer wrote: to show them that somebody is writing, Meta asks for it.
create table cloud_chats (
  company_id integer not null default current_company(),
  connection_id integer not null,
  chat text not null,
  wamid text not null,
  heard_at timestamptz not null,
  primary key (company_id, connection_id, chat),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
select secure_company_table('cloud_chats');
