-- What is old is forgotten some thousand rows at a time, found by their place in the table. It says nothing of what they hold.
do $$
declare
  forgotten text;
begin
  foreach forgotten in array array[
    'events', 'idempotency_keys', 'sessions', 'session_refresh_tokens', 'connection_ledger', 'pairing_requests', 'bill_lookups',
    'webhook_deliveries']
  loop
    execute format('grant select (ctid) on %I to prosa_platform', forgotten);
  end loop;
end $$;
