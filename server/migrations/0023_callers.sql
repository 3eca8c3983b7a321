-- Callers beside people with a session, and events for every company.

-- The Idempotency-Keys of callers who belong to no company, such as somebody who signs up. Ids and hashes are keyed: no address, no key
-- and nothing that was sent can be read from them; the answer is sealed. Only the platform's own work comes here.
create table public_idempotency_keys (
  id text primary key,
  request_hash text not null,
  -- Whoever claimed the key answers until then; after that another copy of the request may.
  claimed_until timestamptz not null,
  status integer,
  body text,
  created_at timestamptz not null default now()
);
create index public_idempotency_keys_age on public_idempotency_keys (created_at);
grant select, insert, update, delete on public_idempotency_keys to prosa_platform;

-- What goes to every company is numbered in each, by one statement of the platform's own work.
grant update (event_seq) on company_counters to prosa_platform;
grant insert on events to prosa_platform;
