-- Whose connections redirect what nobody took: asked across companies every minute.
grant select (time_send_queue, send_id_queue, removed_at) on connections to prosa_platform;
create index connections_redirecting on connections (company_id) where time_send_queue > 0 and send_id_queue > 0 and removed_at is null;
