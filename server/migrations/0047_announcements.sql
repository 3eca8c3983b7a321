-- What the platform tells the people of every company. Announcements belong to no company: everybody's calls read them, and only the
-- platform's own work writes them. The image lies with the company of who sent it.

create table announcements (
  id integer generated always as identity primary key,
  title text not null check (title <> '' and length(title) <= 200),
  text text not null check (text <> '' and length(text) <= 10000),
  -- 1 high, 2 medium, 3 low.
  priority smallint not null default 3 check (priority between 1 and 3),
  status boolean not null default true,
  media_company integer,
  media_id bigint,
  media_key text,
  media_name text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (media_company, media_id) references media (company_id, id) on delete set null
);
-- The list of those who do not write them, and what the top bar shows.
create index announcements_shown on announcements (id desc) where status;
create index announcements_urgent on announcements (priority, id desc) where status;
create index announcements_search on announcements using gin (plain(title) gin_trgm_ops);
create index announcements_media on announcements (media_company, media_id) where media_id is not null;
grant select on announcements to prosa_app;
grant select, insert, update, delete on announcements to prosa_platform;
