-- Tool servers of a project, and what a run took of them when it was planned.

create table project_tool_server (
  workspace_id uuid not null,
  project_id uuid not null,
  name text not null check (length(name) between 1 and 100),
  config jsonb not null check (jsonb_typeof(config) = 'object'),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (project_id, name),
  foreign key (workspace_id, project_id) references project (workspace_id, id)
);

-- The config goes when the run ends; which servers it had stays with its evidence.
create table run_tool_server (
  workspace_id uuid not null,
  project_id uuid not null,
  run_id uuid not null,
  name text not null,
  config_sha256 text not null check (config_sha256 ~ '^[0-9a-f]{64}$'),
  config jsonb check (jsonb_typeof(config) = 'object'),
  primary key (run_id, name),
  foreign key (workspace_id, project_id) references project (workspace_id, id)
);
create index run_tool_server_of_project on run_tool_server (project_id);

do $$
declare name text;
begin
  foreach name in array array['project_tool_server', 'run_tool_server']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy workspace on %I to atelier_tenant using (workspace_id = nullif(current_setting(''app.workspace'', true), '''')::uuid)', name);
    execute format('grant select, insert, update, delete on %I to atelier_tenant', name);
  end loop;
end $$;
