-- The ledger: one row for each payment that counted, and what it moved. Rows are added and never changed.
create table payments (
  id bigint generated always as identity primary key,
  company_id integer not null default current_company() references companies on delete cascade,
  invoice_id integer not null,
  provider text not null check (provider in ('manual', 'efi', 'asaas')),
  -- The name of the payment itself among all banks; of one that a person confirmed, the invoice's.
  end_to_end_id text not null,
  value numeric(9, 2) not null,
  due_before date,
  due_after date not null,
  -- Who confirmed it, where a person did.
  confirmed_by integer,
  created_at timestamptz not null default now(),
  unique (company_id, id),
  foreign key (company_id, invoice_id) references invoices (company_id, id) on delete cascade
);
-- However often and by whomever it is told of, a payment counts once.
create unique index payments_end_to_end on payments (provider, end_to_end_id);
create index payments_invoice on payments (company_id, invoice_id);
select secure_company_table('payments');
revoke update, delete on payments from prosa_app;
