-- Messages that are sent to a contact at a time.

create table schedules (
  id integer generated always as identity primary key,
  company_id integer not null default current_company() references companies on delete cascade,
  contact_id integer not null,
  user_id integer,
  -- Null: the connection that is the default when the time has come.
  connection_id integer,
  body text not null check (body <> '' and length(body) <= 10000),
  media_id bigint,
  send_at timestamptz not null,
  sent_at timestamptz,
  status text not null default 'PENDENTE' check (status in ('PENDENTE', 'ENVIADA', 'ERRO')),
  reason text,
  -- What it became. Deleted messages leave it as it is.
  message_id bigint,
  -- When somebody has to look at it: at its time; later, where that failed; and when its message could not be delivered. Else null.
  due_at timestamptz,
  attempts smallint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (company_id, id),
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references users (company_id, id) on delete set null (user_id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete set null (connection_id),
  foreign key (company_id, message_id) references messages (company_id, id) on delete set null (message_id),
  constraint schedules_sent check ((sent_at is not null) = (status = 'ENVIADA')),
  constraint schedules_due check (due_at is not null or status <> 'PENDENTE')
);
create index schedules_list on schedules (company_id, send_at desc, id desc);
create index schedules_by_status on schedules (company_id, status, send_at desc, id desc);
create index schedules_due_at on schedules (company_id, due_at) where due_at is not null;
create index schedules_due_anywhere on schedules (due_at, company_id) where due_at is not null;
create index schedules_contact on schedules (company_id, contact_id);
create index schedules_user on schedules (company_id, user_id) where user_id is not null;
create index schedules_connection on schedules (company_id, connection_id) where connection_id is not null;
create index schedules_message on schedules (company_id, message_id) where message_id is not null;
select secure_company_table('schedules');
select secure_file_owner('schedules');
-- Whose turn it is.
select open_to_platform('schedules', '', 'company_id, due_at');

-- The channel may refuse a message long after it was stored: then somebody has to look at its schedule again.
create function note_failed_schedule() returns trigger language plpgsql as $$
begin
  update schedules
  set due_at = clock_timestamp()
  where company_id = new.company_id and message_id = new.id and status = 'ENVIADA';
  return null;
end $$;
create trigger messages_fail_schedule after update of ack on messages
  for each row when (new.origin = 'schedule' and new.ack = -1 and old.ack <> -1)
  execute function note_failed_schedule();
