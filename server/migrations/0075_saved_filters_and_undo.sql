-- What lists of tickets are narrowed to, kept under a name; and what was deleted a moment ago, which may be brought back.

create table saved_filters (
  id integer generated always as identity primary key,
  company_id integer not null default current_company() references companies on delete cascade,
  -- Whose it is. Null: the company's, for everybody.
  user_id integer,
  name text not null check (name <> '' and length(name) <= 40),
  -- What these name may be gone by now: the rest still narrows.
  queue_ids integer[] not null default '{}',
  tag_ids integer[] not null default '{}',
  user_ids integer[] not null default '{}',
  search text not null default '' check (length(search) <= 200),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  unique (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
create index saved_filters_user on saved_filters (company_id, user_id, id);
select secure_company_table('saved_filters');

alter table quick_messages add column deleted_at timestamptz;
create index quick_messages_deleted on quick_messages (company_id, deleted_at) where deleted_at is not null;

-- A tag as it was, and the tickets that carried it.
create table deleted_tags (
  id integer not null,
  company_id integer not null default current_company() references companies on delete cascade,
  name text not null check (length(name) <= 1000),
  color text not null check (length(color) <= 1000),
  kanban smallint not null check (kanban in (0, 1)),
  user_id integer,
  lane_order integer not null,
  created_at timestamptz not null,
  ticket_ids integer[] not null default '{}',
  deleted_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id) on delete set null (user_id)
);
create index deleted_tags_user on deleted_tags (company_id, user_id);
select secure_company_table('deleted_tags');
