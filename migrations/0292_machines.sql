-- The machines whose servers work on this database. A machine is a data folder: all processes on it have its id. It is alive
-- as long as one of them renews the lease, by the clock of the database. `works_until` is the lease of those that carry out
-- steps. A machine that does not share has its objects or keys in its own data folder, and has to be alone.
create table machine (
  id uuid primary key,
  sandbox_limit integer not null,
  shares boolean not null,
  lease_until timestamptz not null,
  works_until timestamptz
);
grant select, insert, update, delete on machine to atelier_tenant;
grant select, delete on machine to atelier_identity;

-- The machine that has the sandbox. Those of earlier versions are of none: the next step of their run takes one anew.
alter table sandbox_slot add column machine_id uuid;

grant delete on scheduled_work to atelier_identity;
grant select (name) on scheduled_work to atelier_identity;
