-- A ticket that moves to another queue is taken off one count and put on another: two rows by one statement, where it was one each.
create or replace function count_figure() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    insert into figure_changes (company_id, figure, day, place, attendant, tickets, measured, amount)
    values (old.company_id, old.figure, (old.at at time zone 'UTC')::date, old.place, old.attendant, -1,
        -(old.amount is not null)::int, -coalesce(old.amount, 0)),
      (new.company_id, new.figure, (new.at at time zone 'UTC')::date, new.place, new.attendant, 1,
        (new.amount is not null)::int, coalesce(new.amount, 0));
  elsif tg_op = 'DELETE' then
    insert into figure_changes (company_id, figure, day, place, attendant, tickets, measured, amount)
    values (old.company_id, old.figure, (old.at at time zone 'UTC')::date, old.place, old.attendant, -1,
      -(old.amount is not null)::int, -coalesce(old.amount, 0));
  else
    insert into figure_changes (company_id, figure, day, place, attendant, tickets, measured, amount)
    values (new.company_id, new.figure, (new.at at time zone 'UTC')::date, new.place, new.attendant, 1,
      (new.amount is not null)::int, coalesce(new.amount, 0));
  end if;
  return null;
end $$;

create or replace function count_ticket() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    insert into ticket_totals (company_id, status, queue_id, user_id, tickets)
    values (old.company_id, old.status, old.queue_id, old.user_id, -1), (new.company_id, new.status, new.queue_id, new.user_id, 1);
  elsif tg_op = 'DELETE' then
    insert into ticket_totals (company_id, status, queue_id, user_id, tickets)
    values (old.company_id, old.status, old.queue_id, old.user_id, -1);
  else
    insert into ticket_totals (company_id, status, queue_id, user_id, tickets)
    values (new.company_id, new.status, new.queue_id, new.user_id, 1);
  end if;
  return null;
end $$;

-- Its own row is found by a company through the policy's column, not by going through all companies.
create unique index companies_company on companies (company_id);
