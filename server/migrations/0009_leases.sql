-- The holder of a connection is not only looked up but held on to until the frames are committed: whoever takes the connection over
-- asks for the row as a whole and so comes after. Prolonging the lease changes no key and waits for nobody.
create or replace function keep_frames(company integer, connection integer, holder text, held_epoch bigint, frames jsonb) returns boolean
  language plpgsql as $$
begin
  perform set_config('app.company_id', company::text, true);
  perform 1 from connection_leases where connection_id = connection and owner = holder and epoch = held_epoch for key share;
  if not found then return false; end if;
  insert into inbox (connection_id, identity, frame)
  select connection, f.item->>'identity', f.item->'frame' from jsonb_array_elements(frames) with ordinality as f(item, place) order by f.place
  on conflict do nothing;
  return true;
end $$;
