-- What each ticket adds to the figures of the dashboard, as its history tells, and the same summed up by days.

-- One row for each thing a ticket is counted for:
--   lead     it is the first ticket of its contact, at its creation
--   started  somebody took it up for the first time; amount: how long the customer had waited, in milliseconds
--   closed   it was closed and still is; amount: how long it was being served in all, null where nobody served it
--   rated    the customer rated it; amount: the rating
create table ticket_figures (
  company_id integer not null default current_company(),
  ticket_id integer not null,
  figure text not null check (figure in ('lead', 'started', 'closed', 'rated')),
  at timestamptz not null,
  -- The queue it is in now; 0 is none, as in tickets.
  place integer not null,
  -- Whose it is, or who was rated; 0 is nobody.
  attendant integer not null,
  amount bigint,
  primary key (company_id, ticket_id, figure),
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade
);
create index ticket_figures_time on ticket_figures (company_id, figure, at desc, ticket_id desc) include (place, attendant, amount);
select secure_company_table('ticket_figures');

-- The sums by days of UTC: they hold whatever zone a company moves to. What a company's day begins and ends with inside a day of UTC is
-- read from the rows above.
create table figure_days (
  company_id integer not null default current_company() references companies on delete cascade,
  figure text not null,
  day date not null,
  place integer not null,
  attendant integer not null,
  tickets integer not null,
  -- How many of them have an amount, and its sum.
  measured integer not null,
  amount bigint not null,
  primary key (company_id, figure, day, place, attendant) include (tickets, measured, amount)
);
select secure_company_table('figure_days');
select open_to_platform('figure_days', 'insert, update');

-- Differences that are not in the sums yet: writers never wait for one another; a job adds them.
create table figure_changes (
  company_id integer not null default current_company() references companies on delete cascade,
  figure text not null,
  day date not null,
  place integer not null,
  attendant integer not null,
  tickets integer not null,
  measured integer not null,
  amount bigint not null
);
create index figure_changes_day on figure_changes (company_id, figure, day) include (place, attendant, tickets, measured, amount);
select secure_company_table('figure_changes');
select open_to_platform('figure_changes', 'delete');

create function count_figure() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into figure_changes (company_id, figure, day, place, attendant, tickets, measured, amount)
    values (old.company_id, old.figure, (old.at at time zone 'UTC')::date, old.place, old.attendant, -1,
      -(old.amount is not null)::int, -coalesce(old.amount, 0));
  end if;
  if tg_op <> 'DELETE' then
    insert into figure_changes (company_id, figure, day, place, attendant, tickets, measured, amount)
    values (new.company_id, new.figure, (new.at at time zone 'UTC')::date, new.place, new.attendant, 1,
      (new.amount is not null)::int, coalesce(new.amount, 0));
  end if;
  return null;
end $$;
create trigger figures_counted after insert or delete on ticket_figures for each row execute function count_figure();
create trigger figures_recounted after update on ticket_figures for each row
  when ((old.at, old.place, old.attendant, old.amount) is distinct from (new.at, new.place, new.attendant, new.amount))
  execute function count_figure();

-- When tickets were taken up first and closed last, and for how long: their history gone through from its beginning.
create function replay_history(company integer, ids integer[])
  returns table (ticket_id integer, figure text, at timestamptz, amount bigint)
  language sql stable as $$
  with steps as (
    select h.ticket_id, h.id, h.at,
      split_part(h.to_value, ' ', 1) as status,
      lag(split_part(h.to_value, ' ', 1)) over course as before,
      lead(h.at) over course as until
    from ticket_history h
    where h.company_id = company and h.ticket_id = any(ids) and h.to_value is not null
    window course as (partition by h.ticket_id order by h.id)),
  courses as (
    select s.ticket_id,
      min(s.at) as made_at,
      min(s.at) filter (where s.status = 'open') as started_at,
      bool_or(s.status = 'open' and s.before is null) as began_open,
      sum(greatest(0, round(extract(epoch from s.until - s.at) * 1000))) filter (where s.status = 'open') as served,
      max(s.at) filter (where s.status = 'closed' and s.before is distinct from 'closed') as closed_at,
      (array_agg(s.status order by s.id desc))[1] as status
    from steps s
    group by s.ticket_id)
  select c.ticket_id, 'started', c.started_at, greatest(0, round(extract(epoch from c.started_at - c.made_at) * 1000))::bigint
  from courses c
  where c.started_at is not null and not c.began_open
  union all
  select c.ticket_id, 'closed', c.closed_at, c.served::bigint
  from courses c
  where c.status = 'closed' $$;

create function refresh_service(company integer, ids integer[]) returns void language plpgsql as $$
begin
  with told as materialized (select * from replay_history(company, ids)),
  untold as (
    delete from ticket_figures f
    where f.company_id = company and f.ticket_id = any(ids) and f.figure in ('started', 'closed')
      and (f.ticket_id, f.figure) not in (select r.ticket_id, r.figure from told r))
  insert into ticket_figures as f (company_id, ticket_id, figure, at, place, attendant, amount)
  select company, r.ticket_id, r.figure, r.at, t.place, coalesce(t.user_id, 0), r.amount
  from told r
  join tickets t on t.company_id = company and t.id = r.ticket_id
  order by r.ticket_id, r.figure
  on conflict (company_id, ticket_id, figure)
    do update set at = excluded.at, place = excluded.place, attendant = excluded.attendant, amount = excluded.amount
    where (f.at, f.place, f.attendant, f.amount) is distinct from (excluded.at, excluded.place, excluded.attendant, excluded.amount);
end $$;

-- Of each of these contacts, the first ticket is a lead and no other is.
create function refresh_leads(company integer, contacts integer[]) returns void language plpgsql as $$
begin
  delete from ticket_figures f
  using tickets t
  where t.company_id = company and t.contact_id = any(contacts)
    and f.company_id = company and f.ticket_id = t.id and f.figure = 'lead'
    and exists (
      select from tickets e
      where e.company_id = company and e.contact_id = t.contact_id and (e.created_at, e.id) < (t.created_at, t.id));
  insert into ticket_figures as f (company_id, ticket_id, figure, at, place, attendant)
  select company, first.id, 'lead', first.created_at, first.place, coalesce(first.user_id, 0)
  from (select distinct id from unnest(contacts) c(id) order by id) c
  cross join lateral (
    select t.id, t.created_at, t.place, t.user_id
    from tickets t
    where t.company_id = company and t.contact_id = c.id
    order by t.created_at, t.id
    limit 1) first
  on conflict (company_id, ticket_id, figure)
    do update set at = excluded.at, place = excluded.place, attendant = excluded.attendant
    where (f.at, f.place, f.attendant) is distinct from (excluded.at, excluded.place, excluded.attendant);
end $$;

-- Two first tickets of one contact at the same time, on two connections, must see each other. Always taken in the same order, a bounded
-- number however many contacts, and never in the way of another company.
create function lock_leads(company integer, contacts integer[]) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(company, 4501000 + c.turn)
  from (select distinct id % 1000 as turn from unnest(contacts) u(id) order by 1) c;
end $$;

create function note_history() returns trigger language plpgsql as $$
declare
  company integer;
  ids integer[];
begin
  -- A new ticket that waits adds nothing here.
  for company, ids in
    select a.company_id, array_agg(distinct a.ticket_id)
    from added a
    where a.what <> 'create' or a.to_value not like 'pending%'
    group by a.company_id
  loop
    perform refresh_service(company, ids);
  end loop;
  return null;
end $$;
create trigger history_noted after insert on ticket_history
  referencing new table as added for each statement execute function note_history();

create function note_new_tickets() returns trigger language plpgsql as $$
declare
  company integer;
  contacts integer[];
begin
  for company, contacts in select a.company_id, array_agg(distinct a.contact_id) from added a group by a.company_id
  loop
    perform lock_leads(company, contacts);
    -- Most have been here before: one older ticket tells.
    select array_agg(a.contact_id) into contacts
    from added a
    where a.company_id = company
      and not exists (
        select from tickets t
        where t.company_id = company and t.contact_id = a.contact_id and (t.created_at, t.id) < (a.created_at, a.id));
    if contacts is not null then perform refresh_leads(company, contacts); end if;
  end loop;
  return null;
end $$;
create trigger tickets_made after insert on tickets
  referencing new table as added for each statement execute function note_new_tickets();

create function note_gone_tickets() returns trigger language plpgsql as $$
declare
  company integer;
  contacts integer[];
begin
  for company, contacts in select g.company_id, array_agg(distinct g.contact_id) from gone g group by g.company_id
  loop
    perform lock_leads(company, contacts);
    perform refresh_leads(company, contacts);
  end loop;
  return null;
end $$;
create trigger tickets_gone after delete on tickets
  referencing old table as gone for each statement execute function note_gone_tickets();

-- Its figures move with a ticket: to its queue, its user, and its contact. Who was rated stays rated.
create function note_moved_ticket() returns trigger language plpgsql as $$
begin
  update ticket_figures f
  set place = new.place, attendant = case f.figure when 'rated' then f.attendant else coalesce(new.user_id, 0) end
  where f.company_id = new.company_id and f.ticket_id = new.id;
  if old.contact_id <> new.contact_id then
    perform lock_leads(new.company_id, array[old.contact_id, new.contact_id]);
    perform refresh_leads(new.company_id, array[old.contact_id, new.contact_id]);
  end if;
  return null;
end $$;
create trigger tickets_figures_moved after update of queue_id, user_id, contact_id on tickets for each row
  when ((old.queue_id, old.user_id, old.contact_id) is distinct from (new.queue_id, new.user_id, new.contact_id))
  execute function note_moved_ticket();

create function note_rating() returns trigger language plpgsql as $$
begin
  insert into ticket_figures (company_id, ticket_id, figure, at, place, attendant, amount)
  select new.company_id, new.ticket_id, 'rated', new.created_at, t.place, coalesce(new.user_id, 0), new.rating
  from tickets t
  where t.company_id = new.company_id and t.id = new.ticket_id
  on conflict (company_id, ticket_id, figure)
    do update set at = excluded.at, attendant = excluded.attendant, amount = excluded.amount;
  return null;
end $$;
create trigger ratings_noted after insert or update on ticket_ratings for each row execute function note_rating();

-- Everybody whom is_online says it of, looked up once.
create function people_online() returns integer[]
  language sql stable
  as $$ select array(
    select distinct p.user_id
    from user_presence p
    where p.company_id = current_company() and p.seen_at > now() - interval '45 seconds') $$;

-- Everything anew, for companies whose tickets came in without the triggers.
create function rebuild_figures(company integer) returns void language plpgsql as $$
begin
  perform refresh_service(company, array(select id from tickets where company_id = company));
  perform refresh_leads(company, array(select distinct contact_id from tickets where company_id = company));
  insert into ticket_figures (company_id, ticket_id, figure, at, place, attendant, amount)
  select r.company_id, r.ticket_id, 'rated', r.created_at, t.place, coalesce(r.user_id, 0), r.rating
  from ticket_ratings r
  join tickets t on t.company_id = r.company_id and t.id = r.ticket_id
  where r.company_id = company
  on conflict (company_id, ticket_id, figure)
    do update set at = excluded.at, place = excluded.place, attendant = excluded.attendant, amount = excluded.amount;
end $$;
revoke execute on function rebuild_figures from public;
