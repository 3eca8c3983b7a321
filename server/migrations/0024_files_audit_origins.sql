-- Files, super users' work, and messages: where they come from, and those without a ticket.

-- Files belong to more than messages: what holds one names it in `media_id`, and it is swept away when nothing does any more.

create function note_replaced_media() returns trigger language plpgsql as $$
begin
  update media set orphaned_at = now() where company_id = old.company_id and id = old.media_id and orphaned_at is null;
  return null;
end $$;

-- Called once for each further table whose rows hold files (columns company_id and media_id): the file is held by a row of the same
-- company, found by an index, and noted as left when the row goes or takes another one. Messages, whose files never change, have theirs.
create function secure_file_owner(target regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s add foreign key (company_id, media_id) references media (company_id, id) on delete set null (media_id)', target);
  execute format('create index on %s (company_id, media_id) where media_id is not null', target);
  execute format('create trigger leave_media after delete on %s referencing old table as gone for each statement execute function note_orphaned_media()', target);
  execute format('create trigger replace_media after update on %s for each row when (old.media_id is not null and old.media_id is distinct from new.media_id) execute function note_replaced_media()', target);
end $$;

-- What super users did to companies that are not theirs: who, to which company, what, when. Written in the company's name with the work
-- itself. It outlives the person and the company, so it points at neither; and nobody changes it.
create table super_actions (
  id bigint generated always as identity primary key,
  company_id integer not null default current_company(),
  actor integer not null,
  actor_email text not null,
  what text not null,
  details jsonb not null default '{}',
  at timestamptz not null default now()
);
create index super_actions_company on super_actions (company_id, id desc);
select secure_company_table('super_actions');
revoke update, delete on super_actions from prosa_app;

-- Trying a frame again goes through that door now, in the company's name: the platform's own role no longer needs to.
revoke update (quarantined_at, retry_at) on inbox from prosa_platform;
revoke update (retried_at) on alarms from prosa_platform;

-- Where a message comes from, and why it was sent where nobody sent it by hand. Nothing stands for what the columns beside it tell:
-- an agent's where it is ours, a customer's where it is not. So no row is written anew here; what those do not tell is filled in by the
-- next migration, in a transaction that locks no table.
alter table messages
  add column origin text,
  add constraint messages_origin check (origin in ('agent', 'phone', 'customer', 'bot', 'greeting', 'transfer', 'rating', 'completion', 'hours', 'call', 'bill', 'schedule', 'campaign', 'api')) not valid,
  add column why text,
  -- Of a message without a ticket: the contact's latest ticket on the connection when it was sent (0: none). It lies in the thread
  -- behind that one. No reference: where that ticket is gone, it lies behind the one before.
  add column after_ticket integer not null default 0;
alter table messages alter column ticket_id drop not null;
create index messages_without_ticket on messages (company_id, contact_id, connection_id, after_ticket desc, created_at desc, id desc) where ticket_id is null;
create policy origins_filled_in on messages to current_user using (true);
