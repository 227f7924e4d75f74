-- Agents that people made. What the product brings along is no row here: a workspace that switches one off leaves one
-- in `built_in_agent_end`.

create table agent (
  id uuid primary key,
  workspace_id uuid not null,
  project_id uuid,
  name text not null check (length(name) between 1 and 120),
  description text check (length(description) <= 2000),
  instructions text check (length(instructions) <= 20000),
  duty text not null check (duty in ('executor', 'intake')),
  avatar_key text check (length(avatar_key) <= 40),
  avatar_url text check (length(avatar_url) <= 2048),
  model_override text check (length(model_override) between 1 and 200),
  pipeline text check (length(pipeline) <= 40),
  runtime_kind text not null check (runtime_kind ~ '^(runtime-[1-7]|native)$'),
  runtime_version text check (length(runtime_version) <= 100),
  sandbox_profile text check (sandbox_profile in ('builder', 'desktop', 'e2e')),
  created_by uuid not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deactivated_at timestamptz(3),
  deactivated_by uuid,
  unique (workspace_id, id),
  foreign key (workspace_id, project_id) references project (workspace_id, id),
  check ((deactivated_at is null) = (deactivated_by is null))
);
create unique index agent_name on agent (workspace_id, project_id, lower(name)) nulls not distinct
  where deactivated_at is null;
create unique index agent_intake on agent (workspace_id, project_id) nulls not distinct
  where duty = 'intake' and deactivated_at is null;
create index agent_newest on agent (workspace_id, created_at desc, id desc) where deactivated_at is null;
create index agent_project on agent (project_id) where project_id is not null;

create table built_in_agent_end (
  workspace_id uuid not null,
  agent_id uuid not null,
  deactivated_at timestamptz(3) not null,
  deactivated_by uuid not null,
  primary key (workspace_id, agent_id)
);

-- Who carried a task out last, and how: ids, names and hashes.
alter table task add column agent jsonb;

alter table agent enable row level security;
alter table agent force row level security;
create policy workspace on agent using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on agent to atelier_tenant;

alter table built_in_agent_end enable row level security;
alter table built_in_agent_end force row level security;
create policy workspace on built_in_agent_end
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on built_in_agent_end to atelier_tenant;
