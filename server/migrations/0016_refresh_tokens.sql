-- Each refresh token is a row, so that any node can tell whether one that comes back lost its answer on the way or was copied.
-- Sessions that are open now go on: their tokens are carried over.
alter table sessions add unique (company_id, id);

create table session_refresh_tokens (
  hash text primary key,
  company_id integer not null default current_company(),
  session_id uuid not null,
  -- The hash of the token it was given out for; not a reference, because that row is forgotten first.
  predecessor text,
  issued_at timestamptz not null,
  used_at timestamptz,
  foreign key (company_id, session_id) references sessions (company_id, id) on delete cascade
);
create index session_refresh_tokens_session on session_refresh_tokens (company_id, session_id);
create index session_refresh_tokens_used_successors on session_refresh_tokens (company_id, predecessor) where used_at is not null;
create index session_refresh_tokens_age on session_refresh_tokens (issued_at);
select secure_company_table('session_refresh_tokens');
select open_to_platform('session_refresh_tokens', 'delete', 'hash, company_id, session_id, issued_at, used_at');

insert into session_refresh_tokens (hash, company_id, session_id, issued_at, used_at)
  select previous_hash, company_id, id, rotated_at, rotated_at from sessions where previous_hash is not null;
insert into session_refresh_tokens (hash, company_id, session_id, predecessor, issued_at)
  select refresh_hash, company_id, id, previous_hash, rotated_at from sessions
  on conflict (hash) do nothing;

alter table sessions drop column refresh_hash, drop column previous_hash, drop column rotated_at;
