-- Tags, ratings, who served a ticket once, who is there right now, and the ranges that lists of tickets are read from.

-- A name is taken whatever its capitals and accents.
create table tags (
  id integer generated always as identity primary key,
  company_id integer not null default current_company() references companies on delete cascade,
  name text not null,
  color text not null,
  -- 1 for a tag that is a column of the board.
  kanban smallint not null default 0 check (kanban in (0, 1)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (company_id, id)
);
create unique index tags_name on tags (company_id, plain(name));
select secure_company_table('tags');

create table ticket_tags (
  company_id integer not null default current_company(),
  ticket_id integer not null,
  tag_id integer not null,
  primary key (company_id, ticket_id, tag_id),
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade,
  foreign key (company_id, tag_id) references tags (company_id, id) on delete cascade
);
create index ticket_tags_tag on ticket_tags (company_id, tag_id, ticket_id);
select secure_company_table('ticket_tags');

-- While it lies ahead, the customer's next 1, 2 or 3 is the rating of this ticket.
alter table tickets add column rating_until timestamptz;

create table ticket_ratings (
  company_id integer not null default current_company(),
  ticket_id integer not null,
  -- Who was rated.
  user_id integer,
  rating smallint not null check (rating between 1 and 3),
  created_at timestamptz not null default now(),
  primary key (company_id, ticket_id),
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references users (company_id, id) on delete set null (user_id)
);
create index ticket_ratings_user on ticket_ratings (company_id, user_id, created_at);
select secure_company_table('ticket_ratings');

-- Whose a ticket was before: closed, it stays in their list.
create table ticket_former_users (
  company_id integer not null default current_company(),
  user_id integer not null,
  ticket_id integer not null,
  left_at timestamptz not null default now(),
  primary key (company_id, user_id, ticket_id),
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
create index ticket_former_users_latest on ticket_former_users (company_id, user_id, left_at desc);
create index ticket_former_users_ticket on ticket_former_users (company_id, ticket_id);
select secure_company_table('ticket_former_users');

create function note_former_user() returns trigger language plpgsql as $$
begin
  insert into ticket_former_users (company_id, user_id, ticket_id) values (old.company_id, old.user_id, old.id)
  on conflict (company_id, user_id, ticket_id) do update set left_at = excluded.left_at;
  return null;
end $$;
create trigger tickets_left after update of user_id on tickets for each row
  when (old.user_id is not null and old.user_id is distinct from new.user_id) execute function note_former_user();

-- A list is read from the newest end of a few ranges, queue by queue or user by user. "Without queue" is a place like any other: 0.
-- There is no index over all queues: it would seem cheaper where a queue is busy, and be ruinous where it is idle.
-- (A column, because behind the policies no index over an expression is used.)
alter table tickets add column place integer generated always as (coalesce(queue_id, 0)) stored;
create index tickets_place_list on tickets (company_id, status, place, updated_at desc, id desc);
drop index tickets_queue_list;
drop index tickets_list;
create index tickets_unread on tickets (company_id, status, updated_at desc, id desc) where unread_messages > 0;
create index tickets_created on tickets (company_id, created_at);

-- Which people have a live socket, and on which node. A node that dies stops renewing its rows.
create table user_presence (
  company_id integer not null default current_company(),
  user_id integer not null,
  node text not null,
  seen_at timestamptz not null default now(),
  primary key (company_id, user_id, node),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
create index user_presence_node on user_presence (node);
create index user_presence_age on user_presence (seen_at);
select secure_company_table('user_presence');
select open_to_platform('user_presence', 'update (seen_at)');

-- Who looks at which ticket, and whether they write in it. Worth nothing after a crash.
create unlogged table ticket_viewers (
  company_id integer not null default current_company(),
  ticket_id integer not null,
  user_id integer not null,
  node text not null,
  typing_until timestamptz,
  recording boolean not null default false,
  seen_at timestamptz not null default now(),
  primary key (company_id, ticket_id, user_id, node),
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
create index ticket_viewers_node on ticket_viewers (node);
create index ticket_viewers_user on ticket_viewers (company_id, user_id);
select secure_company_table('ticket_viewers');
select open_to_platform('ticket_viewers', 'update (seen_at), delete', 'company_id, node, seen_at');

-- Has a live socket on any node that is alive.
create function is_online(who integer) returns boolean
  language sql stable
  as $$ select exists (select from user_presence p where p.company_id = current_company() and p.user_id = who and p.seen_at > now() - interval '45 seconds') $$;
