-- Agents that the operator chose, and hosts of model servers, where several machines work on the database. They belong to no
-- workspace. One machine has them in files of its data folder, which become rows once.
create table instance_setting (
  name text primary key check (name in ('agents', 'model-hosts')),
  value jsonb not null
);

grant select, insert, update on instance_setting to atelier_identity;
