-- Model endpoints of a workspace, beside that of the instance, with the models that people may choose there.

create table model_endpoint (
  id uuid primary key,
  workspace_id uuid not null references workspace,
  name text not null check (name ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  shape text not null check (shape in ('chat', 'messages', 'responses')),
  base_url text not null check (length(base_url) <= 2048),
  key_version integer,
  ciphertext bytea,
  key_ending text check (length(key_ending) <= 4),
  models jsonb not null,
  revision integer not null check (revision > 0),
  created_at timestamptz(3) not null,
  created_by uuid not null,
  updated_at timestamptz(3) not null,
  updated_by uuid not null,
  unique (workspace_id, name),
  foreign key (workspace_id, key_version) references workspace_data_key (workspace_id, version),
  check ((key_version is null) = (ciphertext is null)),
  check (key_ending is null or ciphertext is not null)
);
alter table model_endpoint enable row level security;
alter table model_endpoint force row level security;
create policy workspace on model_endpoint
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on model_endpoint to atelier_tenant;

-- The endpoint of the workspace that was called, which may be gone; null for the instance's.
alter table model_call add column endpoint_id uuid;
