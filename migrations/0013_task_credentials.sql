-- What an agent calls the API with: minted in the transaction that starts its work, found by its hash before a workspace
-- is known (role identity), and good for as long as its run is active. The run's state is asked in the workspace.

create table task_credential (
  id uuid primary key,
  workspace_id uuid not null,
  run_id uuid not null,
  project_id uuid not null,
  task_id uuid not null,
  -- The person on whose behalf the run works.
  user_id uuid not null references users on delete cascade,
  secret_hash bytea not null unique check (length(secret_hash) = 32),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null check (expires_at > created_at),
  foreign key (workspace_id, run_id) references run on delete cascade,
  foreign key (workspace_id, project_id) references project (workspace_id, id),
  foreign key (workspace_id, task_id) references task (workspace_id, id)
);
create index task_credential_run on task_credential (workspace_id, run_id);
create index task_credential_project on task_credential (project_id);
create index task_credential_task on task_credential (task_id);
create index task_credential_person on task_credential (user_id);
create index task_credential_end on task_credential (workspace_id, expires_at);

alter table task_credential enable row level security;
alter table task_credential force row level security;
create policy identity on task_credential for select to atelier_identity using (true);
create policy workspace on task_credential to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select (id, workspace_id, run_id, project_id, task_id, user_id, secret_hash, expires_at)
  on task_credential to atelier_identity;
-- It mints them, and clears away those that are over; a hash it never reads.
grant select (workspace_id, run_id, expires_at), insert, delete on task_credential to atelier_tenant;
