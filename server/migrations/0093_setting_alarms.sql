-- Alarms about settings that decide where companies' payments go. Only a super user other than the one who changed it dismisses one.
alter table alarms
  drop constraint alarms_what_check,
  add constraint alarms_what_check check (what in ('inbox', 'payment', 'webhook', 'setting')),
  add column changed_by integer;
