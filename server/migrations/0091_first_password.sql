-- A password that the server made for the first super user must be changed before anything else can be done.
alter table users add column must_change_password boolean not null default false;

-- The result has another column, so that the function cannot be replaced in place.
drop function session_actor(uuid, timestamptz);
create function session_actor(session uuid, at timestamptz) returns table (
  user_id integer, name text, email text, profile text, super boolean, all_ticket text, queue_ids integer[], overdue boolean, due_date date,
  must_change_password boolean
) language sql stable as $$
  select u.id, u.name, u.email, u.profile, u.super, u.all_ticket,
    array(select q.queue_id from user_queues q where q.company_id = u.company_id and q.user_id = u.id order by 1),
    not c.is_platform and (not c.status or coalesce(c.due_date < (at at time zone company_zone())::date, false)), c.due_date,
    u.must_change_password
  from sessions s
  join users u on u.company_id = s.company_id and u.id = s.user_id
  join companies c on c.id = s.company_id
  where s.id = session and s.company_id = current_company() and s.revoked_at is null and s.expires_at > at
    and s.created_at > at - session_lifetime(u.super)
$$;
