-- Messages that are sent to everybody on a list, at a pace.

create table campaign_settings (
  company_id integer not null default current_company() references companies on delete cascade,
  key text not null check (key in ('messageInterval', 'longerIntervalAfter', 'greaterInterval', 'variables')),
  value jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (company_id, key)
);
select secure_company_table('campaign_settings');

create table campaigns (
  id integer generated always as identity primary key,
  company_id integer not null default current_company() references companies on delete cascade,
  name text not null check (name <> '' and length(name) <= 50),
  status text not null default 'INATIVA' check (status in ('INATIVA', 'PROGRAMADA', 'EM_ANDAMENTO', 'CANCELADA', 'FINALIZADA')),
  confirmation boolean not null default false,
  scheduled_at timestamptz,
  started_at timestamptz,
  completed_at timestamptz,
  -- Null until it starts: the connection that is the default then.
  connection_id integer,
  contact_list_id integer,
  message1 text not null default '' check (length(message1) <= 10000),
  message2 text not null default '' check (length(message2) <= 10000),
  message3 text not null default '' check (length(message3) <= 10000),
  message4 text not null default '' check (length(message4) <= 10000),
  message5 text not null default '' check (length(message5) <= 10000),
  confirmation_message1 text not null default '' check (length(confirmation_message1) <= 10000),
  confirmation_message2 text not null default '' check (length(confirmation_message2) <= 10000),
  confirmation_message3 text not null default '' check (length(confirmation_message3) <= 10000),
  confirmation_message4 text not null default '' check (length(confirmation_message4) <= 10000),
  confirmation_message5 text not null default '' check (length(confirmation_message5) <= 10000),
  media_id bigint,
  -- Why it was stopped by itself, and why it sends nothing at the moment.
  reason text,
  hold text check (hold in ('quietHours', 'dailyCap', 'connection', 'otherCampaign', 'disabled')),
  -- The list whose people were taken in. Another one chosen later replaces those who have not got it yet.
  taken_list_id integer,
  -- How its people stand. Kept by a trigger of theirs.
  total integer not null default 0,
  waiting integer not null default 0,
  awaiting integer not null default 0,
  sent integer not null default 0,
  failed integer not null default 0,
  skipped integer not null default 0,
  invalid integer not null default 0,
  requested integer not null default 0,
  confirmed integer not null default 0,
  -- How the latest attempts ended, since it was started.
  tried integer not null default 0,
  tried_failed integer not null default 0,
  -- Messages handed over so far: which pause follows is counted by it.
  sends integer not null default 0,
  next_send_at timestamptz,
  -- Whose message is on its way. The next one waits until it has left, so that no more than one leaves after it was stopped.
  in_flight integer,
  in_flight_question boolean not null default false,
  -- When somebody has to look at it. Null: nothing is left to do.
  due_at timestamptz,
  attempts smallint not null default 0,
  -- Whether people have to be told of its counters, and when they were.
  untold boolean not null default false,
  told_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (company_id, id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete set null (connection_id),
  foreign key (company_id, contact_list_id) references contact_lists (company_id, id) on delete set null (contact_list_id),
  constraint campaigns_sum check (waiting + awaiting + sent + failed + skipped = total),
  constraint campaigns_completed check ((completed_at is not null) = (status = 'FINALIZADA')),
  constraint campaigns_due check (due_at is not null or status not in ('PROGRAMADA', 'EM_ANDAMENTO'))
);
create index campaigns_list on campaigns (company_id, id desc);
create index campaigns_by_status on campaigns (company_id, status, id desc);
create index campaigns_due_anywhere on campaigns (due_at, company_id, id) where due_at is not null;
create index campaigns_running on campaigns (company_id, connection_id, started_at, id) where status = 'EM_ANDAMENTO';
create index campaigns_connection on campaigns (company_id, connection_id) where connection_id is not null;
create index campaigns_contact_list on campaigns (company_id, contact_list_id) where contact_list_id is not null;
select secure_company_table('campaigns');
select secure_file_owner('campaigns');
-- Whose turn it is.
select open_to_platform('campaigns', '', 'company_id, id, due_at');

-- Each person of a campaign, as they stood on the list when it started, and what became of it.
create table campaign_shippings (
  id integer generated always as identity primary key,
  company_id integer not null default current_company(),
  campaign_id integer not null,
  contact_list_item_id integer,
  contact_id integer,
  name text not null,
  number text not null,
  number_key text generated always as (number_key(number)) stored,
  -- Keyed, as on the suppression list.
  number_hash text not null,
  email text not null default '',
  state text not null default 'waiting' check (state in ('waiting', 'awaiting', 'sent', 'failed', 'skipped')),
  reason text,
  message text,
  -- The question and the message, as they were handed over. Deleted messages leave the rest as it is.
  question_id bigint,
  message_id bigint,
  handed_at timestamptz,
  requested_at timestamptz,
  answer_by timestamptz,
  confirmed_at timestamptz,
  delivered_at timestamptz,
  consent_source text not null default 'list' check (consent_source in ('list', 'confirmation', 'word', 'admin')),
  consent_at timestamptz not null default now(),
  unique (company_id, id),
  unique (company_id, campaign_id, number_key),
  foreign key (company_id, campaign_id) references campaigns (company_id, id) on delete cascade,
  foreign key (company_id, contact_list_item_id) references contact_list_items (company_id, id)
    on delete set null (contact_list_item_id),
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete set null (contact_id),
  foreign key (company_id, question_id) references messages (company_id, id) on delete set null (question_id),
  foreign key (company_id, message_id) references messages (company_id, id) on delete set null (message_id)
);
create index campaign_shippings_list on campaign_shippings (company_id, campaign_id, id);
create index campaign_shippings_state on campaign_shippings (company_id, campaign_id, state, id);
create index campaign_shippings_next on campaign_shippings (company_id, campaign_id, (confirmed_at is null), id)
  where state = 'waiting';
create index campaign_shippings_answer_by on campaign_shippings (company_id, campaign_id, answer_by) where state = 'awaiting';
create index campaign_shippings_item on campaign_shippings (company_id, contact_list_item_id) where contact_list_item_id is not null;
create index campaign_shippings_contact on campaign_shippings (company_id, contact_id) where contact_id is not null;
create index campaign_shippings_question on campaign_shippings (company_id, question_id) where question_id is not null;
create index campaign_shippings_message on campaign_shippings (company_id, message_id) where message_id is not null;
create index campaign_shippings_reached on campaign_shippings (company_id, number_hash, handed_at) where handed_at is not null;
select secure_company_table('campaign_shippings');

-- A campaign's counters are those of its people, whoever changes them: whatever a statement did to them is added up once.
create function count_campaign_shippings() returns trigger language plpgsql as $$
declare
  before text := 'select campaign_id, state, reason, requested_at, confirmed_at, -1 as by from old_rows';
  after text := 'select campaign_id, state, reason, requested_at, confirmed_at, 1 as by from new_rows';
begin
  execute format(
    'update campaigns c
    set total = c.total + s.total, waiting = c.waiting + s.waiting, awaiting = c.awaiting + s.awaiting, sent = c.sent + s.sent,
      failed = c.failed + s.failed, skipped = c.skipped + s.skipped, invalid = c.invalid + s.invalid,
      requested = c.requested + s.requested, confirmed = c.confirmed + s.confirmed, untold = true
    from (
      select campaign_id, sum(by)::int as total,
        coalesce(sum(by) filter (where state = ''waiting''), 0)::int as waiting,
        coalesce(sum(by) filter (where state = ''awaiting''), 0)::int as awaiting,
        coalesce(sum(by) filter (where state = ''sent''), 0)::int as sent,
        coalesce(sum(by) filter (where state = ''failed''), 0)::int as failed,
        coalesce(sum(by) filter (where state = ''skipped''), 0)::int as skipped,
        coalesce(sum(by) filter (where state = ''skipped'' and reason = ''ERR_WAPP_INVALID_CONTACT''), 0)::int as invalid,
        coalesce(sum(by) filter (where requested_at is not null), 0)::int as requested,
        coalesce(sum(by) filter (where confirmed_at is not null), 0)::int as confirmed
      from (%s) changes
      group by campaign_id) s
    where c.company_id = current_company() and c.id = s.campaign_id',
    case tg_op when 'INSERT' then after when 'DELETE' then before else before || ' union all ' || after end);
  return null;
end $$;
create trigger campaign_shippings_added after insert on campaign_shippings
  referencing new table as new_rows for each statement execute function count_campaign_shippings();
create trigger campaign_shippings_changed after update on campaign_shippings
  referencing old table as old_rows new table as new_rows for each statement execute function count_campaign_shippings();
create trigger campaign_shippings_gone after delete on campaign_shippings
  referencing old table as old_rows for each statement execute function count_campaign_shippings();

-- What was heard of somebody in a conversation. Whoever serves the campaign takes it in: a conversation never waits for a campaign.
create table campaign_notes (
  id bigint generated always as identity primary key,
  company_id integer not null default current_company(),
  campaign_id integer not null,
  shipping_id integer not null,
  what text not null check (what in ('failed', 'yes', 'no')),
  reason text,
  created_at timestamptz not null default clock_timestamp(),
  foreign key (company_id, campaign_id) references campaigns (company_id, id) on delete cascade,
  foreign key (company_id, shipping_id) references campaign_shippings (company_id, id) on delete cascade
);
create index campaign_notes_campaign on campaign_notes (company_id, campaign_id, id);
create index campaign_notes_shipping on campaign_notes (company_id, shipping_id);
select secure_company_table('campaign_notes');
select open_to_platform('campaign_notes', '', 'company_id, campaign_id, created_at');

-- The channel may refuse a message long after it had taken it.
create function note_failed_shipping() returns trigger language plpgsql as $$
begin
  insert into campaign_notes (campaign_id, shipping_id, what, reason)
  select campaign_id, id, 'failed', new.failure
  from campaign_shippings
  where company_id = new.company_id and (message_id = new.id or question_id = new.id);
  return null;
end $$;
create trigger messages_fail_shipping after update of ack on messages
  for each row when (new.origin = 'campaign' and new.ack = -1 and old.ack > 0)
  execute function note_failed_shipping();

-- How many messages of campaigns have left over a connection on a day of the company's zone.
create table campaign_days (
  company_id integer not null default current_company(),
  connection_id integer not null,
  day date not null,
  sent integer not null,
  primary key (company_id, connection_id, day),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
select secure_company_table('campaign_days');
