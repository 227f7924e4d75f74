-- Files that the commands of a run left behind and that were kept. The bytes lie in the object store.

create table artifact (
  id uuid primary key,
  workspace_id uuid not null,
  project_id uuid not null,
  cycle_id uuid not null,
  -- Null for what was left when the whole result of a run was checked.
  task_id uuid,
  run_id uuid not null,
  check_name text not null,
  path text not null check (length(path) between 1 and 300),
  size_bytes bigint not null check (size_bytes >= 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  content_type text not null,
  is_masked boolean not null,
  -- A published snapshot names the files of this run: they stay as long as the project.
  is_held boolean not null,
  created_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  unique nulls not distinct (run_id, task_id, path),
  foreign key (workspace_id, project_id) references project (workspace_id, id),
  foreign key (workspace_id, cycle_id) references cycle (workspace_id, id),
  foreign key (workspace_id, task_id) references task (workspace_id, id)
);
create index artifact_of_project on artifact (project_id, created_at desc, id desc);
create index artifact_of_cycle on artifact (cycle_id, created_at desc, id desc);
create index artifact_by_path on artifact (project_id, path, created_at desc, id desc);
create index artifact_by_age on artifact (created_at) where not is_held;

alter table artifact enable row level security;
alter table artifact force row level security;
create policy workspace on artifact to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, delete on artifact to atelier_tenant;
grant update (is_held, deleted_at) on artifact to atelier_tenant;

-- In which workspaces some are due for removal is asked among all of them, by ids and times.
create policy due on artifact for select to atelier_identity using (true);
grant select (workspace_id, is_held, created_at) on artifact to atelier_identity;
