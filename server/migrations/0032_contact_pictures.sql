-- The picture that a contact shows on the channel, fetched when they write, at most once a day.
create table contact_pictures (
  company_id integer not null default current_company(),
  contact_id integer not null,
  media_id bigint,
  sha256 text not null default '',
  asked_at timestamptz not null,
  -- Until when the address that the contact has opens it.
  shown_until timestamptz,
  primary key (company_id, contact_id),
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade
);
select secure_company_table('contact_pictures');
select secure_file_owner('contact_pictures');
