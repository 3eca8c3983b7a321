-- Days on which a company is closed, whatever its hours say. A day is a day in the company's zone, and has one name.

create table holidays (
  id integer generated always as identity primary key,
  company_id integer not null default current_company() references companies on delete cascade,
  date date not null,
  name text not null check (name <> '' and length(name) <= 100),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (company_id, id),
  constraint holidays_date unique (company_id, date)
);
select secure_company_table('holidays');
