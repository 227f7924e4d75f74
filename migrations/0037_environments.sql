-- Named sets of variables and names of secrets, and what a run took of them when it was planned.

create table environment (
  id uuid primary key,
  workspace_id uuid not null,
  project_id uuid not null,
  label text not null check (length(label) between 1 and 100),
  config jsonb not null check (jsonb_typeof(config) = 'object'),
  is_active boolean not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  foreign key (workspace_id, project_id) references project (workspace_id, id)
);
create index environment_of_project on environment (project_id, created_at, id);

-- The config goes when the run ends; which environments it had stays with its evidence.
create table run_environment (
  workspace_id uuid not null,
  project_id uuid not null,
  run_id uuid not null,
  position integer not null check (position > 0),
  environment_id uuid not null,
  label text not null,
  config jsonb check (jsonb_typeof(config) = 'object'),
  primary key (run_id, position),
  foreign key (workspace_id, project_id) references project (workspace_id, id)
);
create index run_environment_of_project on run_environment (project_id);

do $$
declare name text;
begin
  foreach name in array array['environment', 'run_environment']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy workspace on %I to atelier_tenant using (workspace_id = nullif(current_setting(''app.workspace'', true), '''')::uuid)', name);
    execute format('grant select, insert, update, delete on %I to atelier_tenant', name);
  end loop;
end $$;
