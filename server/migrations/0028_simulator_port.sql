-- What the simulated network knows beside the messages: what the business is doing in which conversation, and what its groups are called.
alter table simulator_networks add column typing jsonb not null default '{}';
alter table simulator_networks add column groups jsonb not null default '{}';
