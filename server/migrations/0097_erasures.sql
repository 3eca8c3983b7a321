-- Erasing a contact's personal data: DELETE /contacts/{id} removes the contact at once and leaves one row here for the job that
-- erases the rest. `person_sealed` says whom to look for; it and the ids are emptied at the end, the counts stay as a record.
create table erasures (
  id integer generated always as identity primary key,
  company_id integer not null default current_company(),
  contact_id integer not null,
  user_id integer,
  person_sealed text,
  media_ids bigint[] not null default '{}',
  -- The step and the cursor at which the next batch begins.
  step text not null default '',
  cursor_at bigint not null default 0,
  counts jsonb not null default '{}',
  requested_at timestamptz not null default now(),
  finished_at timestamptz,
  unique (company_id, id),
  foreign key (company_id) references companies (id) on delete cascade,
  foreign key (company_id, user_id) references users (company_id, id) on delete set null (user_id),
  constraint erasures_finished check (finished_at is null or (person_sealed is null and media_ids = '{}'))
);
create index erasures_user on erasures (company_id, user_id) where user_id is not null;
create index erasures_unfinished on erasures (requested_at) where finished_at is null;
select secure_company_table('erasures');
-- That something is still to be erased, not whose.
select open_to_platform('erasures', '', 'id, company_id, requested_at, finished_at');

-- The rows of one contact, without reading those of all others.
create index webhook_deliveries_erasure on webhook_deliveries (company_id, about);
create index bill_disclosures_contact on bill_disclosures (company_id, contact_id);
