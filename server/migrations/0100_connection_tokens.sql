-- A token of a connection is unique within its company only: a conflict must not tell one company what another one uses.
-- Tokens that carry the connection's id are looked up by the id. The second index serves tokens chosen by people.
drop index connections_token;
create unique index connections_token on connections (company_id, token_hash);
create index connections_token_hash on connections (token_hash);
