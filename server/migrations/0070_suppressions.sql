-- Who wants no campaigns. Of a number only a keyed hash and its end are kept: whoever is imported again stays left alone, and the list
-- tells nobody whose numbers they are.

create table suppressions (
  id integer generated always as identity primary key,
  company_id integer not null default current_company() references companies on delete cascade,
  number_hash text not null,
  ending text not null check (ending ~ '^\d{1,4}$'),
  source text not null check (source in ('word', 'admin')),
  user_id integer,
  created_at timestamptz not null default now(),
  unique (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id) on delete set null (user_id)
);
create unique index suppressions_number on suppressions (company_id, number_hash);
create index suppressions_ending on suppressions (company_id, ending);
create index suppressions_user on suppressions (company_id, user_id) where user_id is not null;
select secure_company_table('suppressions');

-- When consent to campaigns was given or taken back, and from where: by a word or an answer (the message is the evidence), or by an admin.
create table campaign_consents (
  id bigint generated always as identity primary key,
  company_id integer not null default current_company() references companies on delete cascade,
  number_hash text not null,
  given boolean not null,
  source text not null check (source in ('word', 'confirmation', 'admin')),
  message_id bigint,
  user_id integer,
  created_at timestamptz not null default now(),
  foreign key (company_id, message_id) references messages (company_id, id) on delete set null (message_id),
  foreign key (company_id, user_id) references users (company_id, id) on delete set null (user_id)
);
create index campaign_consents_number on campaign_consents (company_id, number_hash, id desc);
create index campaign_consents_message on campaign_consents (company_id, message_id) where message_id is not null;
create index campaign_consents_user on campaign_consents (company_id, user_id) where user_id is not null;
select secure_company_table('campaign_consents');
