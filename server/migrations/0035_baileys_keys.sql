-- What a linked device of WhatsApp has to remember: its credentials (type 'creds') and the keys of every conversation, each value sealed.
-- Only the holder of the connection's lease writes here, and it all goes when the device is unlinked.
create table baileys_keys (
  company_id integer not null default current_company(),
  connection_id integer not null,
  type text not null,
  id text not null,
  value_sealed text not null,
  updated_at timestamptz not null default now(),
  primary key (company_id, connection_id, type, id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
select secure_company_table('baileys_keys');
