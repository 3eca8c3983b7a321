-- Frames of several connections, of any company, stored in one transaction: under load they share its commit. Each is stored by
-- keep_frames, which sets its company: the row policies bind it as they do when it is alone. Whoever would wait for a lock is stored alone
-- afterwards, so that nobody waits for another's.
create function keep_frames_together(deliveries jsonb) returns boolean[]
  language plpgsql set lock_timeout = '250ms' as $$
declare
  delivery record;
  kept boolean[] := '{}';
begin
  for delivery in
    select * from jsonb_to_recordset(deliveries) as d(company integer, connection integer, holder text, epoch bigint, frames jsonb)
  loop
    kept := kept || keep_frames(delivery.company, delivery.connection, delivery.holder, delivery.epoch, delivery.frames);
  end loop;
  return kept;
end $$;
