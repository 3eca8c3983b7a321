-- A connection's status is what its session reported last. It is true only while the node that runs this session lives: after a crash
-- it read CONNECTED until the lease had expired, although nothing could leave.

-- Nodes renew five times per lease. Two missed renewals mean that the holder is probably dead; only the end of the lease is certain.
-- Null: written by a node of an earlier version, for the whole lease.
alter table connection_leases add column live_until timestamptz;
-- The lease under which the session reported. Null: reported by a node of an earlier version.
alter table connections add column session_epoch bigint;
grant select (session_epoch) on connections to prosa_platform;

-- A connection's status as people see it.
create function shown_status(status text, connection integer, session_epoch bigint) returns text language sql stable as $$
  select case
    when $1 not in ('CONNECTED', 'qrcode', 'PAIRING') then $1
    when exists (
      select from public.connection_leases l
      where l.connection_id = $2
        and ($3 is null or l.epoch = $3)
        and l.expires_at > statement_timestamp()
        and coalesce(l.live_until, l.expires_at) > statement_timestamp()) then $1
    else 'OPENING'
  end
$$;
