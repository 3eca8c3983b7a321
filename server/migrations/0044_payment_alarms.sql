-- Alarms about money: a payment that is too small, of nobody, or that its provider knows nothing of.
alter table alarms
  drop constraint alarms_what_check,
  add constraint alarms_what_check check (what in ('inbox', 'payment')),
  alter column connection_id drop not null,
  alter column inbox_id drop not null,
  -- What a payment's alarm is about, by the provider's names alone.
  add column subject text,
  add constraint alarms_about check (what <> 'inbox' or (connection_id is not null and inbox_id is not null));
create unique index alarms_subject on alarms (company_id, subject) where subject is not null;
