-- Conversations that an issue tracker delegated into a project. No tracker can be connected yet, so there are none.

create table linear_session (
  id uuid primary key,
  workspace_id uuid not null,
  project_id uuid not null,
  -- The cycle that was made of it.
  cycle_id uuid,
  -- How the tracker names the conversation and its issue.
  session_key text not null check (length(session_key) between 1 and 200),
  issue_key text not null check (length(issue_key) between 1 and 200),
  issue_title text not null check (length(issue_title) between 1 and 500),
  issue_url text not null check (length(issue_url) <= 2048),
  created_at timestamptz(3) not null,
  unique (workspace_id, session_key),
  foreign key (workspace_id, project_id) references project (workspace_id, id),
  foreign key (workspace_id, cycle_id) references cycle (workspace_id, id)
);
create index linear_session_of_project on linear_session (project_id, created_at desc, id desc);

alter table linear_session enable row level security;
alter table linear_session force row level security;
create policy workspace on linear_session to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, delete on linear_session to atelier_tenant;
