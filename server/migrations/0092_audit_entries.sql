-- Records who changed what: in the transaction of the change, in the company it belongs to. It replaces super_actions.
-- An entry outlives its user and its company, so it references neither.
create table audit_entries (
  id bigint generated always as identity primary key,
  company_id integer not null default current_company(),
  at timestamptz not null default now(),
  -- Null: the server itself.
  user_id integer,
  user_email text not null default '',
  action text not null check (action <> '' and length(action) <= 100),
  object text not null default '' check (length(object) <= 200),
  before jsonb,
  after jsonb,
  -- IP address of the caller.
  address text check (length(address) <= 64)
);
create index audit_entries_company on audit_entries (company_id, id desc);
create index audit_entries_user on audit_entries (company_id, user_id, id desc);
create index audit_entries_at on audit_entries (at);

alter table super_actions no force row level security;
insert into audit_entries (company_id, at, user_id, user_email, action, object, after)
select company_id, at, actor, actor_email, what, 'company ' || company_id, nullif(details, '{}')
from super_actions
order by id;
drop table super_actions;

select secure_company_table('audit_entries');
revoke update, delete on audit_entries from prosa_app;

-- The platform's role adds entries about plans, announcements and new companies, and deletes those past retention. It reads none.
select open_to_platform('audit_entries', 'insert, delete', 'at');
grant select (ctid) on audit_entries to prosa_platform;
create policy only_expired on audit_entries as restrictive for delete to prosa_platform using (at < now() - interval '5 years');

-- Nodes of the previous version still insert here while an upgrade is under way.
create view super_actions with (security_invoker = true) as
select id, company_id, user_id as actor, user_email as actor_email, action as what, after as details, at
from audit_entries;
alter view super_actions alter column company_id set default current_company();
grant insert on super_actions to prosa_app, prosa_platform;
