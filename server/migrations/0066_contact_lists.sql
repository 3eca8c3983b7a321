-- Lists of people for campaigns, and the sheets they come from.

create table contact_lists (
  id integer generated always as identity primary key,
  company_id integer not null default current_company() references companies on delete cascade,
  name text not null check (name <> '' and length(name) <= 50),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (company_id, id)
);
create index contact_lists_name on contact_lists (company_id, name, id);
select secure_company_table('contact_lists');

create table contact_list_items (
  id integer generated always as identity primary key,
  company_id integer not null default current_company(),
  contact_list_id integer not null,
  name text not null check (length(name) <= 50),
  number text not null check (number ~ '^\d{8,50}$'),
  -- Whatever the ninth digit, it is the same phone.
  number_key text generated always as (number_key(number)) stored,
  email text not null default '' check (length(email) <= 254),
  -- Null until the channel has said so.
  is_whatsapp_valid boolean,
  -- When the channel is asked; null where it need not be, or does not know after many tries.
  check_at timestamptz default now(),
  checks smallint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (company_id, id),
  foreign key (company_id, contact_list_id) references contact_lists (company_id, id) on delete cascade
);
create unique index contact_list_items_number on contact_list_items (company_id, contact_list_id, number_key);
create index contact_list_items_list on contact_list_items (company_id, contact_list_id, name, id);
create index contact_list_items_check on contact_list_items (company_id, contact_list_id, check_at) where check_at is not null;
select secure_company_table('contact_list_items');

-- A sheet that is being taken in. Its rows wait in batches, each of which is taken in and forgotten in one transaction.
create table contact_list_imports (
  id integer generated always as identity primary key,
  company_id integer not null default current_company(),
  contact_list_id integer not null,
  state text not null default 'running' check (state in ('running', 'finished')),
  total integer not null,
  imported integer not null default 0,
  duplicate integer not null default 0,
  -- [{line, reason}]: the first ones; `skipped` counts all.
  invalid jsonb not null default '[]',
  skipped integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (company_id, id),
  foreign key (company_id, contact_list_id) references contact_lists (company_id, id) on delete cascade
);
create index contact_list_imports_list on contact_list_imports (company_id, contact_list_id);
select secure_company_table('contact_list_imports');

create table contact_list_import_batches (
  company_id integer not null default current_company(),
  contact_list_import_id integer not null,
  place integer not null,
  -- [[line, name, number, email]]
  rows jsonb not null,
  primary key (company_id, contact_list_import_id, place),
  foreign key (company_id, contact_list_import_id) references contact_list_imports (company_id, id) on delete cascade
);
select secure_company_table('contact_list_import_batches');
