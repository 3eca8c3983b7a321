-- The processes that serve from this database now, and where each keeps its files: all of them must see the same ones.
create table nodes (
  name text primary key,
  storage text not null,
  started_at timestamptz not null default clock_timestamp(),
  seen_at timestamptz not null default clock_timestamp()
);
grant select, insert, update, delete on nodes to prosa_platform;
