-- Outgoing webhooks: what happens in a company, told to its own servers.
--
-- The events of the live channel are the source: they are written in the transaction of the change, and numbered in the order of commits.
-- Those beyond a webhook's mark become deliveries, and the mark moves in the same transaction.

create table webhooks (
  id integer generated always as identity primary key,
  company_id integer not null default current_company() references companies on delete cascade,
  name text not null check (name <> '' and length(name) <= 100),
  url text not null check (length(url) <= 2000),
  events text[] not null,
  secret_sealed text not null,
  active boolean not null default true,
  -- Events up to this one have become deliveries.
  seen_seq bigint not null,
  -- Nothing is sent before: the receiver did not answer.
  next_at timestamptz not null default '-infinity',
  failing_since timestamptz,
  disabled_at timestamptz,
  -- Who sends for it, so that one process does at a time.
  lease uuid,
  leased_until timestamptz not null default '-infinity',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (company_id, id)
);
create index webhooks_active on webhooks (company_id) where active;
select secure_company_table('webhooks');
-- Whose turn it is, not whom they tell of what.
select open_to_platform('webhooks', '', 'id, company_id, active, seen_seq, next_at, leased_until');

create table webhook_deliveries (
  id bigint generated always as identity primary key,
  company_id integer not null default current_company() references companies on delete cascade,
  webhook_id integer not null,
  delivery uuid not null,
  event text not null,
  -- The ticket or contact it is about: those of one are sent in their order.
  about text not null,
  body text not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  next_at timestamptz not null default '-infinity',
  -- When it was first tried, since it was made or asked for again.
  first_at timestamptz,
  last_at timestamptz,
  status integer,
  error text check (error in ('status', 'redirect', 'refused', 'unreachable', 'timeout')),
  milliseconds integer,
  created_at timestamptz not null default now(),
  foreign key (company_id, webhook_id) references webhooks (company_id, id) on delete cascade
);
create index webhook_deliveries_log on webhook_deliveries (company_id, webhook_id, id);
create index webhook_deliveries_waiting on webhook_deliveries (company_id, webhook_id, id) where state = 'waiting';
create index webhook_deliveries_about on webhook_deliveries (company_id, webhook_id, about, id) where state = 'waiting';
create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_at) where state = 'waiting';
create index webhook_deliveries_old on webhook_deliveries (created_at);
select secure_company_table('webhook_deliveries');
select open_to_platform('webhook_deliveries', 'delete', 'company_id, webhook_id, state, next_at, created_at');

-- No event says that a ticket is new. While a company has a webhook, those that are stand here until the first event that shows them.
create table webhook_new_tickets (
  company_id integer not null default current_company() references companies on delete cascade,
  ticket_id integer not null,
  primary key (company_id, ticket_id),
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade
);
select secure_company_table('webhook_new_tickets');

create function note_tickets_for_webhooks() returns trigger language plpgsql as $$
begin
  insert into webhook_new_tickets (company_id, ticket_id)
  select n.company_id, n.id
  from new_rows n
  where exists (select from webhooks w where w.company_id = n.company_id and w.active)
  on conflict do nothing;
  return null;
end $$;
create trigger tickets_for_webhooks after insert on tickets
  referencing new table as new_rows
  for each statement execute function note_tickets_for_webhooks();

-- Events are kept for as long as a webhook has not seen them.
grant select (company_id, seq) on events to prosa_platform;

-- One that was switched off, since nothing arrived for days.
alter table alarms
  drop constraint alarms_what_check,
  add constraint alarms_what_check check (what in ('inbox', 'payment', 'webhook'));
