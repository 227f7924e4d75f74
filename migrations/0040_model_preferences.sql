-- Which model a role works with, and which harness a workspace or a project wants; without a row the instance decides.

create table model_preference (
  workspace_id uuid not null,
  role text not null check (role in ('planner', 'coder', 'reviewer', 'tester', 'writer', 'intake')),
  model_identifier text not null check (length(model_identifier) between 1 and 200),
  max_tokens integer check (max_tokens > 0),
  temperature numeric check (temperature between 0 and 2),
  updated_at timestamptz(3) not null,
  updated_by uuid not null,
  primary key (workspace_id, role)
);

create table harness_preference (
  id uuid primary key,
  workspace_id uuid not null,
  project_id uuid,
  harness text not null check (harness ~ '^(runtime-[1-7]|native)$'),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  updated_by uuid not null,
  unique nulls not distinct (workspace_id, project_id),
  foreign key (workspace_id, project_id) references project (workspace_id, id)
);
create index harness_preference_project on harness_preference (project_id) where project_id is not null;

alter table model_preference enable row level security;
alter table model_preference force row level security;
create policy workspace on model_preference
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on model_preference to atelier_tenant;

alter table harness_preference enable row level security;
alter table harness_preference force row level security;
create policy workspace on harness_preference
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on harness_preference to atelier_tenant;
