-- A frame that can not be taken in does not hold up the others: it is tried again alone, later and later, and then set aside, where
-- the platform's own people see it and can have it tried again.

-- When a frame that failed is tried again, alone; nothing for those that have not been tried. One that is set aside keeps its row.
alter table inbox add column retry_at timestamptz;
grant select (id, retry_at), update (quarantined_at, retry_at) on inbox to prosa_platform;
create index inbox_retry on inbox (company_id, retry_at) where retry_at is not null and quarantined_at is null;

-- What needs a person of the platform. No word of what was said is here: that stays with the company.
create table alarms (
  id bigint generated always as identity primary key,
  company_id integer not null default current_company() references companies on delete cascade,
  what text not null check (what in ('inbox')),
  connection_id integer not null,
  -- The frame that was set aside. No reference: the row there goes with every frame that is taken in, and asking about alarms each time
  -- would cost every message.
  inbox_id bigint not null,
  attempts integer not null,
  -- Of the database (SQLSTATE), or the kind of error.
  code text not null,
  raised_at timestamptz not null default now(),
  -- Since when it is being tried again, if it is.
  retried_at timestamptz,
  unique (company_id, id),
  unique (company_id, inbox_id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
create index alarms_connection on alarms (company_id, connection_id);
select secure_company_table('alarms');
select open_to_platform('alarms', 'update (retried_at)');

-- Frames that an earlier version had failed to take in go by these rules from now on. The policies, which bind even the owner, step aside meanwhile.
alter table inbox no force row level security;
alter table alarms no force row level security;
update inbox set retry_at = now() where tries > 0;
insert into alarms (company_id, what, connection_id, inbox_id, attempts, code, raised_at)
  select company_id, 'inbox', connection_id, id, tries, 'unknown', quarantined_at from inbox where quarantined_at is not null;
alter table inbox force row level security;
alter table alarms force row level security;
