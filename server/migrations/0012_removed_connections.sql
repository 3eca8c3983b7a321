-- A removed connection keeps its conversations: they are the company's history, and the customers' words. It is gone for every screen
-- and call; its row only stands for what was said over it.
alter table connections add column removed_at timestamptz;
drop index connections_name;
create unique index connections_name on connections (company_id, lower(name)) where removed_at is null;
