-- Agents edit what they said and react to what customers say: kept wordings, and two more things to hand to a channel.

-- One row per edit, whoever made it: what it replaced. The wording that stands is the message's own.
create table message_edits (
  id bigint generated always as identity primary key,
  company_id integer not null default current_company(),
  message_id bigint not null,
  before text not null,
  -- When the replaced wording had come by an edit itself; null for what was said at first.
  before_at timestamptz,
  -- By the channel's clock for what was edited there.
  at timestamptz not null,
  -- Who of the company made this edit in the product.
  user_id integer,
  foreign key (company_id, message_id) references messages (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references users (company_id, id) on delete set null (user_id)
);
create index message_edits_message on message_edits (company_id, message_id, id);
create index message_edits_user on message_edits (company_id, user_id) where user_id is not null;
select secure_company_table('message_edits');

-- A message is sent and taken back once; it may be edited and reacted to while an earlier change still waits.
alter table outbox
  drop constraint outbox_deed_check,
  add constraint outbox_deed_check check (deed in ('send', 'retract', 'edit', 'react')),
  -- Of an edit or a reaction: what is to stand, whose it is, and for a reaction what stood before.
  add column content jsonb;
drop index outbox_message;
create unique index outbox_message on outbox (company_id, message_id, deed, (case when deed in ('send', 'retract') then 0 else id end));
