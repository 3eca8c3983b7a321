-- Small tables of which rows change all day. PostgreSQL looked at them anew every minute, and each time every connection had to plan
-- anew whatever reads them: lists join users, each message counts up its company. Their few rows stay what they are; what an update
-- leaves behind is cleared away on its page.
do $$
declare
  small text;
begin
  foreach small in array array[
    'users', 'sessions', 'connections', 'companies', 'queues', 'settings', 'user_presence', 'rate_limits', 'known_sources',
    'ticket_totals', 'ticket_days', 'company_usage', 'inbox', 'outbox', 'simulator_frames']
  loop
    execute format('alter table %I set (autovacuum_vacuum_threshold = 5000, autovacuum_analyze_threshold = 5000)', small);
  end loop;
  foreach small in array array['company_counters', 'connection_leases', 'simulator_networks', 'events']
  loop
    execute format('alter table %I set (autovacuum_vacuum_threshold = 5000, autovacuum_analyze_threshold = 50000)', small);
  end loop;
end $$;
