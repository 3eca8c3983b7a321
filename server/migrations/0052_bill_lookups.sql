-- Look-ups of bills in companies' own billing systems: asked for in the bot's transaction, done outside of any, answered in another one.

create table bill_lookups (
  id bigint generated always as identity primary key,
  company_id integer not null default current_company(),
  ticket_id integer not null,
  state text not null default 'open' check (state in ('open', 'done')),
  -- The document and the rest of the question, sealed, for as long as it is open.
  request_sealed text,
  -- The question for a document, and not a further answer about it: of these a contact has five in an hour.
  is_inquiry boolean not null,
  attempts integer not null default 0,
  -- Nobody else begins it before; who answers it must still hold it.
  leased_until timestamptz not null default '-infinity',
  lease uuid,
  created_at timestamptz not null default now(),
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade
);
create unique index bill_lookups_open on bill_lookups (company_id, ticket_id) where state = 'open';
create index bill_lookups_ticket on bill_lookups (company_id, ticket_id);
create index bill_lookups_due on bill_lookups (leased_until, company_id) where state = 'open';
create index bill_lookups_old on bill_lookups (created_at);
select secure_company_table('bill_lookups');
-- Whose turn it is, and what is old enough to be forgotten.
select open_to_platform('bill_lookups', 'delete', 'company_id, state, leased_until, created_at');

-- Who was told of which bill, and when. It outlives the conversation and the contact, so it points at neither; nobody changes it, and it
-- goes with the company.
create table bill_disclosures (
  id bigint generated always as identity primary key,
  company_id integer not null default current_company(),
  ticket_id integer not null,
  contact_id integer not null,
  -- The number that asked.
  number text not null,
  provider text not null check (provider in ('ixc', 'mk-auth', 'asaas')),
  bill_id text not null,
  -- Amount and day in a list, or the bill with its codes.
  what text not null check (what in ('listed', 'sent')),
  at timestamptz not null default now()
);
create index bill_disclosures_company on bill_disclosures (company_id, id desc);
select secure_company_table('bill_disclosures');
revoke update on bill_disclosures from prosa_app;
