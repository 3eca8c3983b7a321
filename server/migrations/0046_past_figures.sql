-- The figures of tickets that were there before figures were kept. Row policies would show the migration none of them.
alter table tickets no force row level security;
alter table ticket_history no force row level security;
alter table ticket_ratings no force row level security;
alter table ticket_figures no force row level security;
alter table figure_changes no force row level security;
alter table figure_days no force row level security;
-- One by one they would be a difference each; all of them are summed below.
alter table ticket_figures disable trigger user;

do $$
declare company integer;
begin
  for company in select distinct company_id from tickets loop
    perform rebuild_figures(company);
  end loop;
end $$;
insert into figure_days (company_id, figure, day, place, attendant, tickets, measured, amount)
select company_id, figure, (at at time zone 'UTC')::date, place, attendant, count(*), count(amount), coalesce(sum(amount), 0)
from ticket_figures
group by 1, 2, 3, 4, 5;

alter table ticket_figures enable trigger user;
alter table tickets force row level security;
alter table ticket_history force row level security;
alter table ticket_ratings force row level security;
alter table ticket_figures force row level security;
alter table figure_changes force row level security;
alter table figure_days force row level security;
