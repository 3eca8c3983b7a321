-- Where a person signed in from before: devices by a cookie, and addresses; both hashed. Whoever guesses elsewhere does not lock them out.
create table known_sources (
  company_id integer not null default current_company(),
  user_id integer not null,
  kind text not null check (kind in ('device', 'address')),
  hash text not null,
  seen_at timestamptz not null,
  primary key (company_id, user_id, kind, hash),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
create index known_sources_age on known_sources (kind, seen_at);
select secure_company_table('known_sources');
select open_to_platform('known_sources', 'delete');

-- Counts of failed logins, sign-ups and refreshes: of no company, shared by all nodes, and still there after a restart.
create table rate_limits (
  id text primary key,
  used integer not null,
  ends_at timestamptz not null
);
create index rate_limits_age on rate_limits (ends_at);
grant select, insert, update, delete on rate_limits to prosa_platform;
