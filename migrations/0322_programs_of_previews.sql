-- Which process runs the program of a deployment, and where it answers the other processes of the instance. The lease is by
-- the clock of the database: a process that died has no program.
create table preview_program (
  deployment_id uuid primary key,
  process uuid not null,
  address text not null,
  lease_until timestamptz not null
);
grant select, insert, update, delete on preview_program to atelier_tenant;
