-- Files that are still on the network when their message is stored. A row waits until the file is stored or given up; the node that
-- holds the connection fetches it.
create table file_fetches (
  company_id integer not null default current_company(),
  message_id bigint not null,
  connection_id integer not null,
  -- Sealed by the provider: nobody else reads it.
  ref text not null,
  kind text not null check (kind in ('image', 'audio', 'video', 'application')),
  mimetype text not null,
  file_name text not null,
  size bigint,
  -- Of a message from the phone's history: fetched after those that people wait for.
  is_history boolean not null default false,
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  next_at timestamptz not null default now(),
  primary key (company_id, message_id),
  foreign key (company_id, message_id) references messages (company_id, id) on delete cascade,
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
create index file_fetches_due on file_fetches (connection_id, next_at);
select secure_company_table('file_fetches');
-- Which connections have something to fetch, for the node that runs them.
select open_to_platform('file_fetches', '', 'company_id, connection_id, next_at');
