-- Tests that a person gives a cycle and that no agent sees: files below the paths of tests, run over the change beside the
-- project's own.

create table acceptance_test (
  id uuid primary key,
  workspace_id uuid not null,
  project_id uuid not null,
  cycle_id uuid not null,
  path text not null check (length(path) between 1 and 255),
  content text not null check (octet_length(content) <= 65536),
  created_by uuid not null,
  created_at timestamptz(3) not null,
  -- The cycle that adds it to the repository, once a person said so.
  kept_by_cycle_id uuid,
  unique (cycle_id, path),
  foreign key (workspace_id, project_id) references project (workspace_id, id),
  foreign key (workspace_id, cycle_id) references cycle (workspace_id, id)
);
create index acceptance_test_of_project on acceptance_test (project_id);
create index acceptance_test_of_person on acceptance_test (created_by, created_at, id);
create index acceptance_test_age on acceptance_test (created_at);
create index acceptance_test_kept on acceptance_test (kept_by_cycle_id) where kept_by_cycle_id is not null;

alter table acceptance_test enable row level security;
alter table acceptance_test force row level security;
create policy workspace on acceptance_test to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on acceptance_test to atelier_tenant;
