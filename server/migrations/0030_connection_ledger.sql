-- A connection's timeline, for admins: when it was connected, lost, recovered and ended, why, and what had waited on the network.
create table connection_ledger (
  id bigint generated always as identity primary key,
  company_id integer not null default current_company(),
  connection_id integer not null,
  at timestamptz not null,
  what text not null check (what in ('connected', 'lost', 'recovered', 'ended')),
  why text,
  -- The lease under which it was written: what a session counts belongs to what that session wrote.
  epoch bigint not null default 0,
  replayed integer not null default 0,
  unreadable integer not null default 0,
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
create index connection_ledger_list on connection_ledger (company_id, connection_id, id desc);
create index connection_ledger_age on connection_ledger (at);
select secure_company_table('connection_ledger');
select open_to_platform('connection_ledger', 'delete', 'at');

-- Since when a connection that was connected is not: a short takeover by another node is no outage, a long one is.
alter table connections add column down_since timestamptz;

-- Somebody asks for a code to pair a connection with. Whoever runs the connection answers; the asker takes the answer away.
create table pairing_requests (
  company_id integer not null default current_company(),
  id uuid not null default gen_random_uuid(),
  connection_id integer not null,
  number text not null,
  code_sealed text,
  answered_at timestamptz,
  asked_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
create index pairing_requests_open on pairing_requests (connection_id) where answered_at is null;
select secure_company_table('pairing_requests');
-- Which connections are asked, and what nobody has taken away.
select open_to_platform('pairing_requests', 'delete', 'company_id, connection_id, asked_at, answered_at');
