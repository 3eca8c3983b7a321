-- How many gigabytes a company may store, and what a plan costs for a longer recurrence (decimal text by recurrence, for
-- example {"ANUAL": "990.00"}; without an entry it costs the monthly value times the months).
alter table plans
  add column storage integer not null default 5 check (storage between 0 and 1000000),
  add column prices jsonb not null default '{}';

-- The policies bind the owner too: they are lifted while rows of all companies are read.
alter table companies no force row level security;
alter table company_usage no force row level security;

-- The upgrade locks nobody out: a plan begins with twice what its largest company stores, at least 5 GB.
update plans p
set storage = greatest(5, least(1000000, ceil(2 * used.bytes / 1073741824.0)))
from (
  select c.plan_id, max(usage.bytes) as bytes
  from companies c
  join (select company_id, sum(bytes) as bytes from company_usage group by company_id) usage on usage.company_id = c.id
  group by c.plan_id) used
where used.plan_id = p.id;

create function recurrence_months(recurrence text) returns integer language sql immutable as $$
  select case recurrence when 'BIMESTRAL' then 2 when 'TRIMESTRAL' then 3 when 'SEMESTRAL' then 6 when 'ANUAL' then 12 else 1 end
$$;

-- What a plan costs for a recurrence.
create function plan_price(plan plans, recurrence text) returns numeric language sql immutable as $$
  select coalesce((plan.prices->>recurrence)::numeric, plan.value * recurrence_months(recurrence))
$$;

-- A year of the dearest plan has more digits than its month.
alter table invoices alter column value type numeric(12, 2);
alter table payments alter column value type numeric(12, 2);
alter table charges alter column value type numeric(12, 2);

alter table companies force row level security;
alter table company_usage force row level security;
