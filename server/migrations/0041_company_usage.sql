-- How many messages a company has and how many bytes of files, kept as small differences so that writers never wait for one another; a
-- job folds them. Counting millions of messages whenever somebody looks would not do.
create table company_usage (
  company_id integer not null default current_company() references companies on delete cascade,
  messages bigint not null default 0,
  bytes bigint not null default 0
);
create index company_usage_company on company_usage (company_id) include (messages, bytes);
select secure_company_table('company_usage');
select open_to_platform('company_usage', 'insert, delete');

create function count_messages_added() returns trigger language plpgsql as $$
begin
  insert into company_usage (company_id, messages) select company_id, count(*) from added group by company_id;
  return null;
end $$;
create function count_messages_gone() returns trigger language plpgsql as $$
begin
  insert into company_usage (company_id, messages) select company_id, -count(*) from gone group by company_id;
  return null;
end $$;
create trigger messages_added after insert on messages referencing new table as added for each statement execute function count_messages_added();
create trigger messages_gone after delete on messages referencing old table as gone for each statement execute function count_messages_gone();

create function count_media_added() returns trigger language plpgsql as $$
begin
  insert into company_usage (company_id, bytes)
  select company_id, sum(size + coalesce(thumbnail_size, 0) + coalesce(playable_size, 0)) from added group by company_id;
  return null;
end $$;
create function count_media_gone() returns trigger language plpgsql as $$
begin
  insert into company_usage (company_id, bytes)
  select company_id, -sum(size + coalesce(thumbnail_size, 0) + coalesce(playable_size, 0)) from gone group by company_id;
  return null;
end $$;
create function count_media_changed() returns trigger language plpgsql as $$
begin
  insert into company_usage (company_id, bytes) values (new.company_id,
    new.size + coalesce(new.thumbnail_size, 0) + coalesce(new.playable_size, 0)
      - old.size - coalesce(old.thumbnail_size, 0) - coalesce(old.playable_size, 0));
  return null;
end $$;
create trigger media_added after insert on media referencing new table as added for each statement execute function count_media_added();
create trigger media_gone after delete on media referencing old table as gone for each statement execute function count_media_gone();
create trigger media_changed after update of size, thumbnail_size, playable_size on media for each row
  when ((old.size, old.thumbnail_size, old.playable_size) is distinct from (new.size, new.thumbnail_size, new.playable_size))
  execute function count_media_changed();

-- What there is already. Row policies bind the owner too, so they are lifted while it is counted.
alter table messages no force row level security;
alter table media no force row level security;
alter table company_usage no force row level security;
insert into company_usage (company_id, messages, bytes)
select company_id, sum(messages), sum(bytes)
from (
  select company_id, count(*) as messages, 0 as bytes from messages group by company_id
  union all
  select company_id, 0, sum(size + coalesce(thumbnail_size, 0) + coalesce(playable_size, 0)) from media group by company_id) as counted
group by company_id;
alter table messages force row level security;
alter table media force row level security;
alter table company_usage force row level security;
