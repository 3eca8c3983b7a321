-- Contacts: one person by whatever address they write, found by any part of name, number or e-mail; and notes on tickets.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- Blind to case and accents. Marks are split off and dropped before letters are made small, so that any locale will do.
create function plain(given text) returns text
  language sql immutable parallel safe
  as $$ select lower(regexp_replace(normalize(given, NFKD), '[\u0300-\u036f]', '', 'g')) $$;

-- Brazilian mobile numbers are met with and without the ninth digit: both are one person, so both have one key.
create function number_key(number text) returns text
  language sql immutable parallel safe
  as $$ select regexp_replace(number, '^55(\d\d)9([6-9]\d{7})$', '55\1\2') $$;

-- Who stands twice, once with the ninth digit and once without, becomes one before the constraint asks for it. The rows are of many
-- companies, so the policies, which bind even the owner, step aside while this file is applied.
alter table contacts no force row level security;
alter table tickets no force row level security;
alter table messages no force row level security;
alter table ticket_history no force row level security;
alter table ticket_totals no force row level security;

create temporary table twins on commit drop as
  select id, company_id, kept from (
    select id, company_id, min(id) over (partition by company_id, number_key(number)) as kept from contacts) as c
  where id <> kept;
create temporary table live_twins on commit drop as
  select id, company_id, kept, unread_messages from (
    select t.id, t.company_id, t.unread_messages,
      first_value(t.id) over (partition by t.company_id, coalesce(w.kept, t.contact_id), t.connection_id order by t.status = 'pending', t.id) as kept
    from tickets t left join twins w on w.company_id = t.company_id and w.id = t.contact_id
    where t.status <> 'closed') as t
  where id <> kept;
update messages m set ticket_id = l.kept from live_twins l where m.company_id = l.company_id and m.ticket_id = l.id;
update tickets t set unread_messages = t.unread_messages + l.unread
  from (select company_id, kept, sum(unread_messages) as unread from live_twins group by 1, 2) l where t.company_id = l.company_id and t.id = l.kept;
update tickets t set status = 'closed', closed_at = now(), unread_messages = 0 from live_twins l where t.company_id = l.company_id and t.id = l.id;
insert into ticket_history (company_id, ticket_id, what, to_value, why)
  select company_id, id, 'resolve', 'closed', 'the contact stood twice, with and without the ninth digit' from live_twins;
update messages m set contact_id = w.kept from twins w where m.company_id = w.company_id and m.contact_id = w.id;
update tickets t set contact_id = w.kept from twins w where t.company_id = w.company_id and t.contact_id = w.id;
delete from contacts c using twins w where c.company_id = w.company_id and c.id = w.id;

alter table contacts
  -- By this id somebody writes whose number the channel keeps to itself; the number is empty then.
  add column privacy_id text,
  add column number_key text generated always as (case when number = '' then privacy_id else number_key(number) end) stored,
  -- What lists are ordered by; cut, since nobody bounds what people call themselves, and an index does.
  add column name_key text collate "C" generated always as (left(plain(name), 100)) stored,
  add column searchable text generated always as (plain(name) || chr(10) || number || chr(10) || plain(email)) stored,
  add constraint contacts_reachable check (number <> '' or privacy_id is not null);
drop index contacts_number;
create index contacts_list on contacts (company_id, name_key, id);
create index contacts_search on contacts using gin (company_id, searchable gin_trgm_ops);
-- Made last: before there are statistics, of indexes that look equally good the planner takes this one.
create unique index contacts_number on contacts (company_id, number_key);

alter table contacts force row level security;
alter table tickets force row level security;
alter table messages force row level security;
alter table ticket_history force row level security;
alter table ticket_totals force row level security;

-- Text operators are not leakproof: behind the company's policy they can use no index. So the search runs as the owner, for whom this
-- policy adds no condition of its own, keeps to the company itself, and gives away nothing but ids.
create policy owner_searches on contacts for select to current_user using (true);

-- Some of the contacts that hold a text, by the index of words and by nothing else: the planner, who only guesses how common a text
-- is, would now and then rather read all contacts in order.
create function some_contacts(company integer, pattern text, at_most integer) returns setof integer
  language plpgsql stable rows 100 set search_path = pg_catalog, public set enable_seqscan = off set enable_indexscan = off as $$
begin
  return query select id from public.contacts where company_id = company and searchable like pattern limit at_most;
end $$;
revoke execute on function some_contacts from public;

-- Contacts with this text in name, number or e-mail, in the order of lists. Counting is asking for as many as one cares to count.
-- Few are put in order; among many, going through the list soon meets enough. Two letters make no word of the index.
create function find_contacts(search text, at_most integer default 1000, skip integer default 0) returns setof integer
  language plpgsql stable security definer rows 100 set search_path = pg_catalog, public as $$
declare
  few constant integer := 3000;
  typed text := public.plain(btrim(search));
  digits text := regexp_replace(typed, '[ ().+-]', '', 'g');
  pattern text;
  found_ids integer[];
begin
  if digits ~ '^\d+$' then typed := digits; end if;
  pattern := '%' || regexp_replace(typed, '([\\%_])', '\\\1', 'g') || '%';
  if length(typed) > 2 then
    found_ids := array(select public.some_contacts(public.current_company(), pattern, few + 1));
    if cardinality(found_ids) <= few then
      return query select id from public.contacts where company_id = public.current_company() and id = any (found_ids) order by name_key, id limit at_most offset skip;
      return;
    end if;
  end if;
  return query execute
    'select id from public.contacts where company_id = $1 and searchable like $2 order by name_key, id limit $3 offset $4'
    using public.current_company(), pattern, at_most, skip;
end $$;
revoke execute on function find_contacts from public;
grant execute on function find_contacts to prosa_app;

create table contact_fields (
  id integer generated always as identity primary key,
  company_id integer not null default current_company(),
  contact_id integer not null,
  position integer not null,
  name text not null,
  value text not null,
  unique (company_id, id),
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade
);
create index contact_fields_contact on contact_fields (company_id, contact_id, position);
select secure_company_table('contact_fields');

-- By which addresses a contact was heard of: the number with or without the ninth digit, a privacy id. The time is when the address
-- became the one last heard from, so that who keeps writing from one address costs no writes.
create table contact_identities (
  company_id integer not null default current_company(),
  connection_id integer not null,
  address text not null,
  contact_id integer not null,
  last_at timestamptz not null,
  primary key (company_id, address, connection_id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade,
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade
);
create index contact_identities_contact on contact_identities (company_id, contact_id, connection_id, last_at desc);
create index contact_identities_connection on contact_identities (company_id, connection_id);
select secure_company_table('contact_identities');

-- Where to write to a contact on a connection: the address last heard from there, else the number.
create function contact_address(contact integer, connection integer) returns text
  language sql stable
  as $$
  select coalesce(
    (select i.address from contact_identities i where i.company_id = current_company() and i.contact_id = contact and i.connection_id = connection order by i.last_at desc limit 1),
    (select case when c.number = '' then c.privacy_id else c.number end from contacts c where c.company_id = current_company() and c.id = contact)) $$;

-- Which number the channel has told to be behind a privacy id, also before anybody wrote by either. What a person has
-- taken back is not believed again.
create table privacy_ids (
  company_id integer not null default current_company() references companies on delete cascade,
  privacy_id text not null,
  number text not null,
  refused boolean not null default false,
  primary key (company_id, privacy_id)
);
select secure_company_table('privacy_ids');

-- What a merge moved, so that it can be undone.
create table contact_merges (
  id integer generated always as identity primary key,
  company_id integer not null default current_company(),
  contact_id integer not null,
  privacy_id text not null,
  -- The contact that is no more, as it was, and everything that was moved.
  parted jsonb not null,
  moved jsonb not null,
  merged_at timestamptz not null default now(),
  undone_at timestamptz,
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade
);
create index contact_merges_contact on contact_merges (company_id, contact_id, id desc);
select secure_company_table('contact_merges');

-- A note belongs to its ticket, and by that to whoever the ticket's contact is.
create table ticket_notes (
  id integer generated always as identity primary key,
  company_id integer not null default current_company(),
  ticket_id integer not null,
  user_id integer,
  note text not null,
  created_at timestamptz not null default now(),
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references users (company_id, id) on delete set null (user_id)
);
create index ticket_notes_ticket on ticket_notes (company_id, ticket_id, id desc);
create index ticket_notes_user on ticket_notes (company_id, user_id) where user_id is not null;
select secure_company_table('ticket_notes');

-- The simulated network: what stands in the company's own phone book, and by which ids numbers hide.
create table simulator_phone_book (
  company_id integer not null default current_company(),
  connection_id integer not null,
  number text not null,
  name text not null,
  primary key (company_id, connection_id, number),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
select secure_company_table('simulator_phone_book');

create table simulator_privacy_ids (
  company_id integer not null default current_company(),
  connection_id integer not null,
  number text not null,
  privacy_id text not null,
  revealed boolean not null default false,
  primary key (company_id, connection_id, number),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
create unique index simulator_privacy_ids_id on simulator_privacy_ids (company_id, connection_id, privacy_id);
select secure_company_table('simulator_privacy_ids');
