-- What any product needs: numbered live events, repeatable calls, jobs enqueued with the change, files.

-- The counter row is taken last in a transaction, so that numbers follow the order of commits without gaps.
create table company_counters (
  company_id integer primary key references companies on delete cascade,
  event_seq bigint not null default 0
);
select secure_company_table('company_counters');
select open_to_platform('company_counters', 'insert');

create table events (
  company_id integer not null default current_company() references companies on delete cascade,
  seq bigint not null,
  name text not null,
  data jsonb not null,
  -- Who hears it: a socket in one of the rooms and in none of the exceptions, by its rights when it is sent.
  rooms text[] not null,
  except_rooms text[] not null default '{}',
  created_at timestamptz not null default now(),
  primary key (company_id, seq)
);
create index events_age on events (created_at);
select secure_company_table('events');
select open_to_platform('events', 'delete', 'created_at');

create table idempotency_keys (
  company_id integer not null default current_company() references companies on delete cascade,
  user_id integer not null,
  key text not null,
  request_hash text not null,
  status integer,
  body jsonb,
  created_at timestamptz not null default now(),
  primary key (company_id, user_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
select secure_company_table('idempotency_keys');
select open_to_platform('idempotency_keys', 'delete', 'created_at');

create table media (
  id bigint generated always as identity primary key,
  company_id integer not null default current_company() references companies on delete cascade,
  key text not null unique,
  mimetype text not null,
  kind text not null check (kind in ('image', 'audio', 'video', 'application')),
  size bigint not null,
  sha256 text not null,
  file_name text not null default '',
  created_at timestamptz not null default now(),
  unique (company_id, id)
);
select secure_company_table('media');

-- The only way for a request to ask for later work: in its own transaction, stamped with its own company.
create function enqueue_job(task text, payload json, run_at timestamptz, job_key text default null) returns void
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if public.current_company() is null then raise exception 'a job belongs to a company'; end if;
  perform graphile_worker.add_job(task, json_build_object('companyId', public.current_company(), 'data', payload), run_at => run_at, job_key => job_key);
end $$;
revoke execute on function enqueue_job from public;
grant execute on function enqueue_job to prosa_app;

-- Small facts about this installation, such as which master key its secrets are sealed with.
create table platform_facts (name text primary key, value text not null);
grant select, insert, update on platform_facts to prosa_platform;
