-- Which of a customer's messages were read here, until the channel has been told: then their phone shows it. One row for each
-- conversation, so that a connection that is away for long leaves no heap.
create table read_marks (
  company_id integer not null default current_company(),
  connection_id integer not null,
  chat text not null,
  -- [{id, participant}], the newest last.
  messages jsonb not null,
  version bigint not null default 1,
  primary key (company_id, connection_id, chat),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
select secure_company_table('read_marks');
create index read_marks_waiting on read_marks (connection_id);
-- Which connections have something to tell, for the node that runs them.
select open_to_platform('read_marks', '', 'company_id, connection_id');
