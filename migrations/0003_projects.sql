-- Projects, their repositories and revisions, grants on them, imports, and what is stored encrypted beside them.

create table project (
  id uuid primary key,
  workspace_id uuid not null references workspace,
  name text not null check (length(name) between 1 and 200),
  brief text,
  stack text,
  instructions_md text,
  runtime jsonb not null default '{}',
  intake jsonb not null default '{}',
  cost_cap_micros bigint check (cost_cap_micros >= 0),
  cycle_cap integer check (cycle_cap >= 0),
  max_revisions integer check (max_revisions >= 0),
  requires_approval boolean not null default false,
  autonomous_since timestamptz(3),
  head_revision_id uuid,
  created_at timestamptz(3) not null,
  created_by uuid not null,
  updated_at timestamptz(3) not null,
  archived_at timestamptz(3),
  archived_by uuid,
  deleted_at timestamptz(3),
  deleted_by uuid,
  purged_at timestamptz(3) check (purged_at is null or deleted_at is not null),
  unique (workspace_id, id),
  check ((archived_at is null) = (archived_by is null)),
  check ((deleted_at is null) = (deleted_by is null))
);
-- A deleted project gives its name back.
create unique index project_name on project (workspace_id, lower(name)) where deleted_at is null;
create index project_newest on project (workspace_id, created_at desc, id desc) where deleted_at is null;

create index project_purge on project (workspace_id, deleted_at) where deleted_at is not null and purged_at is null;

create table project_grant (
  workspace_id uuid not null,
  project_id uuid not null,
  user_id uuid not null,
  source text not null check (source in ('seat', 'workspace', 'legacy')),
  level text not null check (level in ('view', 'steer')),
  created_at timestamptz(3) not null,
  primary key (project_id, user_id, source),
  foreign key (workspace_id, project_id) references project (workspace_id, id)
);
create index project_grant_user on project_grant (workspace_id, user_id);

create table repository (
  id uuid primary key,
  workspace_id uuid not null,
  project_id uuid not null,
  host text not null check (host in ('native-repos', 'codehost')),
  full_name text check (length(full_name) between 3 and 200),
  label text,
  default_branch text not null,
  primary_since timestamptz(3),
  created_at timestamptz(3) not null,
  detached_at timestamptz(3),
  unique (workspace_id, id),
  foreign key (workspace_id, project_id) references project (workspace_id, id),
  check ((host = 'codehost') = (full_name is not null))
);
create unique index repository_full_name on repository (workspace_id, lower(full_name)) where detached_at is null;
create unique index repository_primary on repository (project_id) where primary_since is not null and detached_at is null;
create index repository_project on repository (project_id);

-- An immutable snapshot of a project's files. The manifest is kept as its canonical bytes, which the hash is of.
create table revision (
  id uuid primary key,
  workspace_id uuid not null,
  project_id uuid not null,
  generation bigint not null check (generation > 0),
  repository_id uuid not null,
  branch text not null,
  commit_sha text not null check (commit_sha ~ '^[0-9a-f]{40}$'),
  manifest text not null,
  manifest_sha256 text not null check (manifest_sha256 ~ '^[0-9a-f]{64}$'),
  source text not null check (source in ('import', 'merge', 'upload')),
  cycle_id uuid,
  created_at timestamptz(3) not null,
  unique (workspace_id, id),
  unique (project_id, generation),
  foreign key (workspace_id, project_id) references project (workspace_id, id),
  foreign key (workspace_id, repository_id) references repository (workspace_id, id)
);
alter table project add foreign key (workspace_id, head_revision_id) references revision (workspace_id, id);

create table project_import (
  id uuid primary key,
  workspace_id uuid not null references workspace,
  user_id uuid not null,
  idempotency_key text not null,
  payload_sha256 bytea not null check (length(payload_sha256) = 32),
  name text not null,
  stack text not null,
  default_branch text not null,
  history_mode text not null check (history_mode in ('preserve', 'abort_on_findings')),
  commit_sha text not null,
  bundle_sha256 text not null,
  bundle_size_bytes bigint not null check (bundle_size_bytes >= 0),
  manifest text not null,
  manifest_sha256 text not null,
  status text not null check (status in ('accepting', 'uploaded', 'finalizing', 'finalized')),
  claim_id uuid,
  claimed_until timestamptz(3),
  project_id uuid,
  revision_id uuid,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  finalized_at timestamptz(3),
  unique (workspace_id, user_id, idempotency_key),
  check ((status = 'finalizing') = (claim_id is not null)),
  check ((claim_id is null) = (claimed_until is null)),
  check ((status = 'finalized') = (finalized_at is not null and project_id is not null and revision_id is not null))
);
create index project_import_expiry on project_import (expires_at) where status <> 'finalized';

-- One data key per project and version, wrapped by the root key.
create table data_key (
  workspace_id uuid not null,
  project_id uuid not null,
  version integer not null check (version > 0),
  root_key_id text not null,
  wrapped bytea not null,
  created_at timestamptz(3) not null,
  primary key (project_id, version),
  foreign key (workspace_id, project_id) references project (workspace_id, id)
);

create table protected_file (
  workspace_id uuid not null,
  project_id uuid not null,
  path text not null,
  mode text not null,
  size_bytes bigint not null,
  sha256 text not null,
  key_version integer not null,
  ciphertext bytea not null,
  updated_at timestamptz(3) not null,
  primary key (project_id, path),
  foreign key (workspace_id, project_id) references project (workspace_id, id),
  foreign key (project_id, key_version) references data_key (project_id, version)
);

create table secret_entry (
  workspace_id uuid not null,
  project_id uuid not null,
  source text not null,
  key text not null,
  key_version integer not null,
  ciphertext bytea not null,
  updated_at timestamptz(3) not null,
  primary key (project_id, source, key),
  foreign key (workspace_id, project_id) references project (workspace_id, id),
  foreign key (project_id, key_version) references data_key (project_id, version)
);

do $$
declare name text;
begin
  foreach name in array array['project', 'project_grant', 'repository', 'revision', 'project_import', 'data_key',
    'protected_file', 'secret_entry']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy workspace on %I using (workspace_id = nullif(current_setting(''app.workspace'', true), '''')::uuid)', name);
    execute format('grant select, insert, update, delete on %I to atelier_tenant', name);
  end loop;
end $$;
-- A revision never changes and never goes.
revoke update, delete on revision from atelier_tenant;
