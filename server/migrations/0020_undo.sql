-- What a resolve causes (the question for a rating, the farewell) waits here until it can not be undone any more; then it becomes a
-- message like any other. Whoever opens the ticket again takes it away, in the same transaction.
create table held_messages (
  id bigint generated always as identity primary key,
  company_id integer not null default current_company(),
  ticket_id integer not null,
  body text not null,
  asks_for_rating boolean not null,
  release_at timestamptz not null,
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade
);
create index held_messages_ticket on held_messages (company_id, ticket_id);
select secure_company_table('held_messages');
