-- The autonomous run of a project: the newest one, and how far it has come. Drafts are ordered by people.

create table project_run (
  workspace_id uuid not null,
  project_id uuid not null,
  run_id uuid not null,
  number integer not null check (number > 0),
  cycles_begun integer not null default 0 check (cycles_begun >= 0),
  last_cycle_id uuid,
  started_at timestamptz(3) not null,
  started_by uuid not null,
  stopping_at timestamptz(3),
  ended_at timestamptz(3),
  primary key (workspace_id, project_id),
  foreign key (workspace_id, project_id) references project (workspace_id, id)
);
alter table project_run enable row level security;
alter table project_run force row level security;
create policy workspace on project_run to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on project_run to atelier_tenant;

alter table cycle add column roadmap_position integer check (roadmap_position >= 0);
create index cycle_roadmap on cycle (workspace_id, project_id, urgency, roadmap_position, created_at, id)
  where status = 'draft' and deleted_at is null;
