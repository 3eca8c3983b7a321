-- What a page says of itself, looked up once a day for each company that wants previews of links.

create table link_previews (
  company_id integer not null default current_company() references companies on delete cascade,
  -- SHA-256 of the address: addresses are long, and may hold what is nobody's business.
  address text not null check (length(address) = 64),
  asked_at timestamptz not null,
  -- While it is asked for, nobody else asks. `none`: there is nothing to show, and nobody asks again today.
  state text not null check (state in ('asked', 'found', 'none')),
  title text not null default '' check (length(title) <= 200),
  description text not null default '' check (length(description) <= 300),
  site text not null default '' check (length(site) <= 100),
  primary key (company_id, address)
);
create index link_previews_asked on link_previews (company_id, asked_at);
select secure_company_table('link_previews');
