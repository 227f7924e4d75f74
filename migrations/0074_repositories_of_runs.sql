-- The repositories beside the primary one in which a run of a cycle works, each from where its first task there began.
-- `from_sha` and `to_sha` are how a delivery is to move the target; it has moved where `delivered_at` is set.

create table cycle_repository (
  run_id uuid not null,
  repository_id uuid not null,
  workspace_id uuid not null,
  cycle_id uuid not null,
  target_ref text not null,
  base_sha text not null,
  integration_sha text not null,
  from_sha text,
  to_sha text,
  delivered_at timestamptz(3),
  created_at timestamptz(3) not null,
  primary key (run_id, repository_id),
  foreign key (workspace_id, cycle_id) references cycle (workspace_id, id),
  foreign key (workspace_id, repository_id) references repository (workspace_id, id),
  check ((from_sha is null) = (to_sha is null)),
  check (delivered_at is null or to_sha is not null)
);
create index cycle_repository_of_cycle on cycle_repository (cycle_id);
create index cycle_repository_of_repository on cycle_repository (repository_id, to_sha);

alter table cycle_repository enable row level security;
alter table cycle_repository force row level security;
create policy workspace on cycle_repository to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert on cycle_repository to atelier_tenant;
grant update (integration_sha, from_sha, to_sha, delivered_at) on cycle_repository to atelier_tenant;
