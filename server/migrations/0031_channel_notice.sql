-- That WhatsApp by QR code is unofficial was read and accepted, once per company: by whom, and when. The name is kept, since people leave.
create table channel_notices (
  company_id integer primary key default current_company() references companies on delete cascade,
  accepted_at timestamptz not null,
  user_id integer,
  accepted_by text not null,
  foreign key (company_id, user_id) references users (company_id, id) on delete set null (user_id)
);
create index channel_notices_user on channel_notices (company_id, user_id);
select secure_company_table('channel_notices');
