-- Connections of a workspace to code hosts, and the projects whose history is pushed to one.

create table code_host (
  id uuid primary key,
  workspace_id uuid not null references workspace,
  kind text not null check (kind in ('github', 'gitea')),
  name text not null check (length(name) between 1 and 100),
  base_url text not null check (length(base_url) <= 2048),
  key_version integer not null,
  ciphertext bytea not null,
  created_at timestamptz(3) not null,
  created_by uuid not null,
  unique (workspace_id, id),
  foreign key (workspace_id, key_version) references workspace_data_key (workspace_id, version)
);
create unique index code_host_name on code_host (workspace_id, lower(name));

-- A repository on Atelier's own host with a full name is pushed to a code host, which has it under that name.
alter table repository drop constraint repository_check;
alter table repository add check (host <> 'codehost' or full_name is not null);

create table code_host_link (
  project_id uuid primary key,
  workspace_id uuid not null,
  repository_id uuid not null,
  code_host_id uuid not null,
  -- The newest head that was looked at, and what the host has.
  seen_revision_id uuid,
  pushed_sha text check (pushed_sha ~ '^[0-9a-f]{40}$'),
  pushed_at timestamptz(3),
  attempts integer not null check (attempts >= 0),
  next_attempt_at timestamptz(3),
  error text check (length(error) <= 1000),
  connected_at timestamptz(3) not null,
  connected_by uuid not null,
  unique (workspace_id, project_id),
  foreign key (workspace_id, project_id) references project (workspace_id, id),
  foreign key (workspace_id, repository_id) references repository (workspace_id, id),
  foreign key (workspace_id, code_host_id) references code_host (workspace_id, id),
  check ((pushed_sha is null) = (pushed_at is null)),
  check ((attempts = 0) = (error is null)),
  check ((attempts = 0) = (next_attempt_at is null))
);
create index code_host_link_of_host on code_host_link (workspace_id, code_host_id);

do $$
declare name text;
begin
  foreach name in array array['code_host', 'code_host_link']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy workspace on %I to atelier_tenant using (workspace_id = nullif(current_setting(''app.workspace'', true), '''')::uuid)', name);
    execute format('grant select, insert, update, delete on %I to atelier_tenant', name);
  end loop;
end $$;

-- Which projects have a head that their code host has not is asked among all workspaces, by ids and times.
create policy due on code_host_link for select to atelier_identity using (true);
grant select (workspace_id, project_id, seen_revision_id, next_attempt_at) on code_host_link to atelier_identity;
grant select (head_revision_id) on project to atelier_identity;
