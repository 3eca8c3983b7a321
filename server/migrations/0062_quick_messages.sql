-- Ready answers: each belongs to a person, and an admin may share theirs with the company. A shared one outlives its author.

create table quick_messages (
  id integer generated always as identity primary key,
  company_id integer not null default current_company() references companies on delete cascade,
  user_id integer,
  shortcode text not null check (shortcode <> '' and length(shortcode) <= 50),
  message text not null check (message <> '' and length(message) <= 1000),
  shared boolean not null default false,
  media_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (company_id, id),
  constraint quick_messages_of_somebody check (shared or user_id is not null),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade,
  foreign key (company_id, media_id) references media (company_id, id) on delete set null (media_id)
);
-- A person's list is the merge of these two, each in the order of the list.
create index quick_messages_own on quick_messages (company_id, user_id, (plain(shortcode)), id);
create index quick_messages_shared on quick_messages (company_id, (plain(shortcode)), id) where shared;
create index quick_messages_media on quick_messages (company_id, media_id) where media_id is not null;
select secure_company_table('quick_messages');

-- How often each person has used one: their suggestions are ranked by it.
create table quick_message_uses (
  company_id integer not null default current_company(),
  quick_message_id integer not null,
  user_id integer not null,
  uses integer not null default 1 check (uses > 0),
  used_at timestamptz not null default now(),
  primary key (company_id, user_id, quick_message_id),
  foreign key (company_id, quick_message_id) references quick_messages (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
create index quick_message_uses_message on quick_message_uses (company_id, quick_message_id);
select secure_company_table('quick_message_uses');
