-- Help videos, for the people of every company. They belong to no company, as announcements do.

create table helps (
  id integer generated always as identity primary key,
  title text not null check (title <> '' and length(title) <= 200),
  description text not null default '' check (length(description) <= 2000),
  -- The code of a video, which becomes part of an address: nothing else fits in here.
  video text not null check (video ~ '^[A-Za-z0-9_-]{11}$'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index helps_list on helps (plain(title), id);
create index helps_search on helps using gin (plain(title) gin_trgm_ops);
grant select on helps to prosa_app;
grant select, insert, update, delete on helps to prosa_platform;
