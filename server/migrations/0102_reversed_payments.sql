-- A refund, a Pix returned by the special mechanism (MED) or a chargeback takes a payment back by a row of its own: the ledger is only
-- added to. Such a row names the payment that it takes back, has its value below zero, and is named after both and the refund.
alter table payments add column reverses_id bigint;
alter table payments add constraint payments_reverses_fkey
  foreign key (company_id, reverses_id) references payments (company_id, id) on delete cascade;
alter table payments add constraint payments_reversal_value_check check (case when reverses_id is null then value >= 0 else value <= 0 end);
-- A payment is taken back once, whatever it is told of.
create unique index payments_reverses on payments (company_id, reverses_id) where reverses_id is not null;
