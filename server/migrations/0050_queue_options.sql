-- What a queue asks before people serve: a tree of options, opening hours, and where the bot stands in each conversation.

alter table queues
  add column schedules jsonb not null default '[
    {"weekday": "Segunda-feira", "weekdayEn": "monday", "startTime": "08:00", "endTime": "18:00"},
    {"weekday": "Terça-feira", "weekdayEn": "tuesday", "startTime": "08:00", "endTime": "18:00"},
    {"weekday": "Quarta-feira", "weekdayEn": "wednesday", "startTime": "08:00", "endTime": "18:00"},
    {"weekday": "Quinta-feira", "weekdayEn": "thursday", "startTime": "08:00", "endTime": "18:00"},
    {"weekday": "Sexta-feira", "weekdayEn": "friday", "startTime": "08:00", "endTime": "18:00"},
    {"weekday": "Sábado", "weekdayEn": "saturday", "startTime": "08:00", "endTime": "12:00"},
    {"weekday": "Domingo", "weekdayEn": "sunday", "startTime": "00:00", "endTime": "00:00"}]';

create table queue_options (
  id integer generated always as identity primary key,
  company_id integer not null default current_company(),
  queue_id integer not null,
  parent_id integer,
  -- The number that the customer types, counted from 1 among its siblings.
  option integer not null check (option > 0),
  title text not null check (title <> '' and length(title) <= 200),
  message text not null default '' check (length(message) <= 10000),
  type text not null default 'text' check (type in ('text', 'bill')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (company_id, id),
  foreign key (company_id, queue_id) references queues (company_id, id) on delete cascade,
  foreign key (company_id, parent_id) references queue_options (company_id, id) on delete cascade
);
create index queue_options_children on queue_options (company_id, queue_id, parent_id, option, id);
select secure_company_table('queue_options');

-- Of a conversation, not of a ticket: how often the customer was told that nobody is there outlives the ticket.
create table bot_states (
  company_id integer not null default current_company(),
  connection_id integer not null,
  contact_id integer not null,
  state jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (company_id, connection_id, contact_id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade,
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade
);
create index bot_states_contact on bot_states (company_id, contact_id);
select secure_company_table('bot_states');
