-- Further places that a project's secrets come from, each sealed with the project's data key, and a line for each time
-- that secrets were handed out of the vault into a sandbox or a code host.

create table secrets_config (
  id uuid primary key,
  workspace_id uuid not null,
  project_id uuid not null,
  provider text not null check (provider in ('manual', 'infisical')),
  label text not null check (length(label) between 1 and 100),
  env_filter text check (length(env_filter) between 1 and 100),
  is_active boolean not null,
  key_version integer not null,
  ciphertext bytea not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  foreign key (workspace_id, project_id) references project (workspace_id, id),
  foreign key (project_id, key_version) references data_key (project_id, version)
);
create index secrets_config_oldest on secrets_config (project_id, created_at, id);

create table secrets_sync (
  id uuid primary key,
  workspace_id uuid not null,
  project_id uuid not null,
  target text not null check (target in ('sandbox', 'code_host')),
  task_id uuid,
  secret_count integer not null check (secret_count >= 0),
  outcome text not null check (outcome in ('success', 'failure')),
  error text check (length(error) between 1 and 500),
  created_at timestamptz(3) not null,
  check ((outcome = 'failure') = (error is not null)),
  foreign key (workspace_id, project_id) references project (workspace_id, id)
);
create index secrets_sync_newest on secrets_sync (project_id, created_at desc, id desc);

do $$
declare name text;
begin
  foreach name in array array['secrets_config', 'secrets_sync']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy workspace on %I using (workspace_id = nullif(current_setting(''app.workspace'', true), '''')::uuid)', name);
    execute format('grant select, insert, update, delete on %I to atelier_tenant', name);
  end loop;
end $$;
