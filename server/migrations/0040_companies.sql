-- Companies as the platform's people handle them: whom invoices are made out to, working hours, and companies that are being deleted.

alter table companies
  add column if not exists billing_name text not null default '' check (length(billing_name) <= 200),
  add column if not exists zipcode text not null default '' check (length(zipcode) <= 20),
  add column if not exists street text not null default '' check (length(street) <= 200),
  add column if not exists state text not null default '' check (length(state) <= 100),
  add column if not exists city text not null default '' check (length(city) <= 100),
  add column if not exists district text not null default '' check (length(district) <= 100),
  add column schedules jsonb not null default '[
    {"weekday": "Segunda-feira", "weekdayEn": "monday", "startTime": "08:00", "endTime": "18:00"},
    {"weekday": "Terça-feira", "weekdayEn": "tuesday", "startTime": "08:00", "endTime": "18:00"},
    {"weekday": "Quarta-feira", "weekdayEn": "wednesday", "startTime": "08:00", "endTime": "18:00"},
    {"weekday": "Quinta-feira", "weekdayEn": "thursday", "startTime": "08:00", "endTime": "18:00"},
    {"weekday": "Sexta-feira", "weekdayEn": "friday", "startTime": "08:00", "endTime": "18:00"},
    {"weekday": "Sábado", "weekdayEn": "saturday", "startTime": "08:00", "endTime": "12:00"},
    {"weekday": "Domingo", "weekdayEn": "sunday", "startTime": "00:00", "endTime": "00:00"}]',
  -- Since when it is being deleted. Nobody reaches it any more; a job takes its rows and files away, and the row last.
  add column deleted_at timestamptz;

-- The name of a company that is being deleted can be taken at once.
drop index companies_name;
create unique index companies_name on companies (lower(name)) where deleted_at is null;
create index companies_deleted on companies (id) where deleted_at is not null;

-- A company is made by the platform's role: what a super user did is written down in the same transaction.
select open_to_platform('super_actions', 'insert', '');

-- How many connections stand how.
grant select (status) on connections to prosa_platform;

-- What waits to be done for a company that goes. The job tables are nobody's but the owner's; of them this reaches the company's own.
create function forget_company_jobs() returns void
  language sql security definer set search_path = pg_catalog as $$
  delete from graphile_worker._private_jobs
  where coalesce((payload ->> 'companyId')::integer, 0) = public.current_company() and locked_at is null
$$;
revoke execute on function forget_company_jobs from public;
grant execute on function forget_company_jobs to prosa_app;
