-- The repositories beside the primary one in which a run of a cycle works, each from where its first task there began.

create table cycle_repository (
  run_id uuid not null,
  repository_id uuid not null,
  workspace_id uuid not null,
  cycle_id uuid not null,
  target_ref text not null,
  base_sha text not null,
  integration_sha text not null,
  created_at timestamptz(3) not null,
  primary key (run_id, repository_id),
  foreign key (workspace_id, cycle_id) references cycle (workspace_id, id),
  foreign key (workspace_id, repository_id) references repository (workspace_id, id)
);
create index cycle_repository_of_cycle on cycle_repository (cycle_id);
create index cycle_repository_of_repository on cycle_repository (repository_id);

alter table cycle_repository enable row level security;
alter table cycle_repository force row level security;
create policy workspace on cycle_repository to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert on cycle_repository to atelier_tenant;
grant update (integration_sha) on cycle_repository to atelier_tenant;
