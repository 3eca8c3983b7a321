-- The walls between companies. prosa_app serves requests and sees one company at a time; prosa_platform does the
-- platform's own work and sees only the columns granted to it. Neither owns a table nor bypasses a policy.

create function current_company() returns integer
  language sql stable parallel safe
  as $$ select nullif(current_setting('app.company_id', true), '')::integer $$;

-- Instants as they stand on the wire.
create function iso(at timestamptz) returns text
  language sql stable parallel safe
  as $$ select to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;

-- Called once for each table that belongs to companies: row policies on, for the owner too.
create function secure_company_table(target regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy company_rows_only on %s to prosa_app using (company_id = current_company()) with check (company_id = current_company())', target);
  execute format('grant select, insert, update, delete on %s to prosa_app', target);
end $$;

-- What the platform's own work may do with rows of every company: the verbs, and the columns it may read.
create function open_to_platform(target regclass, verbs text, readable text default '*') returns void language plpgsql as $$
begin
  execute format('create policy platform_rows on %s to prosa_platform using (true) with check (true)', target);
  if verbs <> '' then execute format('grant %s on %s to prosa_platform', verbs, target); end if;
  if readable = '*' then execute format('grant select on %s to prosa_platform', target);
  elsif readable <> '' then execute format('grant select (%s) on %s to prosa_platform', readable, target); end if;
end $$;

grant usage on schema public to prosa_app, prosa_platform;

create table plans (
  id integer generated always as identity primary key,
  name text not null,
  users integer not null check (users >= 0),
  connections integer not null check (connections >= 0),
  queues integer not null check (queues >= 0),
  value numeric(9, 2) not null check (value >= 0),
  is_public boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index plans_name on plans (lower(name));
grant select on plans to prosa_app;
grant select, insert, update, delete on plans to prosa_platform;

create table companies (
  id integer generated always as identity primary key,
  company_id integer generated always as (id) stored,
  name text not null,
  email text not null,
  phone text not null default '',
  plan_id integer not null references plans,
  status boolean not null default true,
  due_date date,
  trial_expiration date,
  recurrence text not null default 'MENSAL' check (recurrence in ('MENSAL', 'BIMESTRAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL')),
  is_platform boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index companies_name on companies (lower(name));
create unique index companies_one_platform on companies (is_platform) where is_platform;
select secure_company_table('companies');
revoke insert, delete on companies from prosa_app;
select open_to_platform('companies', 'insert, update, delete');

create table settings (
  company_id integer not null default current_company() references companies on delete cascade,
  key text not null,
  value text not null,
  updated_at timestamptz not null default now(),
  primary key (company_id, key)
);
select secure_company_table('settings');
select open_to_platform('settings', 'insert');

-- Days are days in the company's own zone.
create function company_zone() returns text
  language sql stable
  as $$ select coalesce((select value from settings where company_id = current_company() and key = 'timezone'), 'America/Sao_Paulo') $$;

create table users (
  id integer generated always as identity primary key,
  company_id integer not null default current_company() references companies on delete cascade,
  name text not null,
  email text not null,
  password_hash text not null,
  profile text not null default 'user' check (profile in ('user', 'supervisor', 'admin')),
  super boolean not null default false,
  all_ticket text not null default 'disable' check (all_ticket in ('enable', 'disable')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (company_id, id)
);
create unique index users_email on users (lower(email));
create index users_list on users (company_id, created_at desc, id desc);
select secure_company_table('users');
select open_to_platform('users', 'insert', 'id, company_id, email, password_hash, profile');

create table sessions (
  id uuid primary key,
  company_id integer not null default current_company() references companies on delete cascade,
  user_id integer not null,
  refresh_hash text not null,
  previous_hash text,
  rotated_at timestamptz not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
create unique index sessions_refresh on sessions (refresh_hash);
create unique index sessions_previous on sessions (previous_hash);
create index sessions_user on sessions (company_id, user_id) where revoked_at is null;
create index sessions_expiry on sessions (expires_at);
select secure_company_table('sessions');
select open_to_platform('sessions', 'delete', 'id, company_id, refresh_hash, previous_hash, expires_at');

create table queues (
  id integer generated always as identity primary key,
  company_id integer not null default current_company() references companies on delete cascade,
  name text not null,
  color text not null,
  greeting_message text not null default '',
  out_of_hours_message text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (company_id, id)
);
create unique index queues_name on queues (company_id, lower(name));
create unique index queues_color on queues (company_id, lower(color));
select secure_company_table('queues');

create table user_queues (
  company_id integer not null default current_company(),
  user_id integer not null,
  queue_id integer not null,
  primary key (company_id, user_id, queue_id),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade,
  foreign key (company_id, queue_id) references queues (company_id, id) on delete cascade
);
create index user_queues_queue on user_queues (company_id, queue_id);
select secure_company_table('user_queues');

-- Who stands behind a session, read in the round trip that begins the transaction.
create function session_actor(session uuid, at timestamptz) returns table (
  user_id integer, name text, email text, profile text, super boolean, all_ticket text, queue_ids integer[], overdue boolean, due_date date
) language sql stable as $$
  select u.id, u.name, u.email, u.profile, u.super, u.all_ticket,
    array(select q.queue_id from user_queues q where q.company_id = u.company_id and q.user_id = u.id order by 1),
    not c.is_platform and (not c.status or coalesce(c.due_date < (at at time zone company_zone())::date, false)), c.due_date
  from sessions s
  join users u on u.company_id = s.company_id and u.id = s.user_id
  join companies c on c.id = s.company_id
  where s.id = session and s.company_id = current_company() and s.revoked_at is null and s.expires_at > at
$$;
