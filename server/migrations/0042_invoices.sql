-- What companies owe the platform, how they were asked for it, and what they paid.

-- Where bills go to, as the checkout asks for it.
alter table companies
  add column if not exists billing_name text not null default '',
  add column if not exists zipcode text not null default '',
  add column if not exists street text not null default '',
  add column if not exists state text not null default '',
  add column if not exists city text not null default '',
  add column if not exists district text not null default '';

-- One for each company and due date. The value is the plan's when it was made: a plan that changes later changes no bill.
create table invoices (
  id integer generated always as identity primary key,
  company_id integer not null default current_company() references companies on delete cascade,
  detail text not null,
  value numeric(9, 2) not null check (value >= 0),
  due_date date not null,
  status text not null default 'open' check (status in ('open', 'paid')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (company_id, id),
  unique (company_id, due_date)
);
create index invoices_list on invoices (company_id, due_date desc, id desc);
select secure_company_table('invoices');
-- Made for all companies at once, and with the company at its sign-up.
select open_to_platform('invoices', 'insert', 'id, company_id, due_date');

-- What a payment provider was asked to collect for an invoice, under a name that we chose before it was asked: a question whose answer
-- got lost is asked again under the same name.
create table charges (
  id bigint generated always as identity primary key,
  company_id integer not null default current_company() references companies on delete cascade,
  invoice_id integer not null,
  provider text not null check (provider in ('efi', 'asaas')),
  txid text not null,
  -- The provider's own name for it, and the text that is paid by, once it has answered.
  reference text,
  copy_paste text,
  value numeric(9, 2) not null,
  status text not null default 'open' check (status in ('open', 'paid', 'closed')),
  expires_at timestamptz,
  -- When the provider was last asked whether it is paid.
  checked_at timestamptz not null default now(),
  -- Since when something came for it that does not pay it. Who asks again and again tells of it once.
  faulty_at timestamptz,
  created_at timestamptz not null default now(),
  unique (company_id, id),
  foreign key (company_id, invoice_id) references invoices (company_id, id) on delete cascade
);
create unique index charges_txid on charges (provider, txid);
create index charges_reference on charges (provider, reference);
create unique index charges_open on charges (company_id, invoice_id, provider) where status = 'open';
-- One that was closed may have been paid in its last minutes, and its provider's word got lost.
create index charges_waiting on charges (provider, created_at) where status <> 'paid';
select secure_company_table('charges');
select open_to_platform('charges', '', 'id, company_id, provider, txid, reference, status, checked_at, created_at');
