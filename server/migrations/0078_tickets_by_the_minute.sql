-- Each message moves its ticket to the front of the lists. With its exact time in four indexes PostgreSQL writes the ticket anew in all
-- thirteen of the table: most of what storing a message costs. The indexes hold the minute instead, and a list sorts what happened within
-- one. A ticket that moves again within the minute is written in no index (a HOT update, for which its page keeps some room).

alter table tickets set (fillfactor = 80);
alter table tickets
  add column updated_minute timestamptz not null
    generated always as (date_bin('1 minute', updated_at, timestamptz '2000-01-01 00:00:00+00')) stored,
  add column has_unread boolean not null generated always as (unread_messages > 0) stored;

drop index tickets_user_list, tickets_place_list, tickets_unread, tickets_board;
create index tickets_user_list on tickets (company_id, user_id, status, updated_minute desc);
create index tickets_place_list on tickets (company_id, status, place, updated_minute desc);
create index tickets_unread on tickets (company_id, status, updated_minute desc) where has_unread;
create index tickets_board on tickets (company_id, status, place, lane, updated_minute desc) where status <> 'closed';

analyze tickets;
