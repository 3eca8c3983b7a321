-- The simulated WhatsApp network: a world of its own that happens to live in the same database.

create table simulator_networks (
  connection_id integer primary key,
  company_id integer not null default current_company(),
  paired boolean not null default false,
  qr text,
  faults jsonb not null default '{}',
  last_at timestamptz not null default '-infinity',
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
select secure_company_table('simulator_networks');

-- What the phones show.
create table simulator_messages (
  seq bigint generated always as identity primary key,
  company_id integer not null default current_company(),
  connection_id integer not null,
  number text not null,
  name text not null default '',
  id text not null,
  from_business boolean not null,
  body text not null default '',
  media_type text,
  media_id bigint,
  quoted_id text,
  ack smallint not null default 0,
  is_deleted boolean not null default false,
  at timestamptz not null,
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade,
  foreign key (company_id, media_id) references media (company_id, id) on delete set null (media_id)
);
create unique index simulator_messages_id on simulator_messages (company_id, connection_id, id);
create index simulator_messages_phone on simulator_messages (company_id, connection_id, number, at, seq);
create index simulator_messages_media on simulator_messages (company_id, media_id) where media_id is not null;
select secure_company_table('simulator_messages');

-- What the network still has to hand over to the company, until the company has acknowledged it.
create table simulator_frames (
  seq bigint generated always as identity primary key,
  company_id integer not null default current_company(),
  connection_id integer not null,
  frame jsonb not null,
  due_at timestamptz not null default now(),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
create index simulator_frames_waiting on simulator_frames (company_id, connection_id, seq);
select secure_company_table('simulator_frames');
