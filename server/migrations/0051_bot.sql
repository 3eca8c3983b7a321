-- What the bot decides stands in a ticket's history by the names that people know. Figures are made of the rows that say how a ticket
-- stood: neither those of the bot, nor one that tells of an outage, begins or ends anything. The rest is as it was in 0045.
create function tells_standing(what text) returns boolean language sql immutable as $$
  select what not in ('outage', 'hours') and what not like 'bot-%' $$;

create or replace function replay_history(company integer, ids integer[])
  returns table (ticket_id integer, figure text, at timestamptz, amount bigint)
  language sql stable as $$
  with steps as (
    select h.ticket_id, h.id, h.at,
      split_part(h.to_value, ' ', 1) as status,
      lag(split_part(h.to_value, ' ', 1)) over course as before,
      lead(h.at) over course as until
    from ticket_history h
    where h.company_id = company and h.ticket_id = any(ids) and h.to_value is not null and tells_standing(h.what)
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

create or replace function note_history() returns trigger language plpgsql as $$
declare
  company integer;
  ids integer[];
begin
  -- A new ticket that waits adds nothing here.
  for company, ids in
    select a.company_id, array_agg(distinct a.ticket_id)
    from added a
    where (a.what <> 'create' or a.to_value not like 'pending%') and tells_standing(a.what)
    group by a.company_id
  loop
    perform refresh_service(company, ids);
  end loop;
  return null;
end $$;
