-- The names that a company's phone has for the numbers it knows, as WhatsApp tells them to its linked devices.
create table baileys_phone_book (
  company_id integer not null default current_company(),
  connection_id integer not null,
  number text not null,
  name text not null,
  primary key (company_id, connection_id, number),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
select secure_company_table('baileys_phone_book');
