-- Deployments: commits of a project that were built and are served, each at the host of its kind.

-- The host of a kind of deployment of a repository: it stays the same from one deployment to the next. A host name is
-- one label below the domain of previews, so a label is found among all workspaces.
create table deployment_host (
  label text primary key check (label ~ '^[a-z0-9]{16}$'),
  workspace_id uuid not null,
  project_id uuid not null,
  repository_id uuid not null,
  kind text not null check (kind in ('project', 'cycle-preview', 'production')),
  cycle_id uuid,
  created_at timestamptz(3) not null,
  check ((kind = 'cycle-preview') = (cycle_id is not null)),
  unique (workspace_id, label),
  unique nulls not distinct (project_id, repository_id, kind, cycle_id),
  foreign key (workspace_id, project_id) references project (workspace_id, id)
);

create table deployment (
  id uuid primary key,
  workspace_id uuid not null,
  project_id uuid not null,
  repository_id uuid not null,
  kind text not null check (kind in ('project', 'cycle-preview', 'production')),
  cycle_id uuid,
  label text not null,
  -- Null until the head of the branch was read.
  commit_sha text check (commit_sha ~ '^[0-9a-f]{40}$'),
  status text not null check (status in ('building', 'deploying', 'live', 'failed', 'expired')),
  -- Null for what a cycle's run asked for, until its own run begins.
  run_id uuid,
  min_instances integer not null check (min_instances between 0 and 100),
  -- The deployment whose build is served again.
  rollback_of uuid,
  -- How it was found out to be built, and where the build lies; null before it was built, or once the build is removed.
  plan jsonb,
  build jsonb,
  failure jsonb,
  -- Why it is served no more.
  expired_because text check (expired_because in ('replaced', 'time', 'project', 'cycle')),
  expires_at timestamptz(3),
  -- Null for what a cycle's run deployed.
  created_by uuid,
  created_at timestamptz(3) not null,
  status_changed_at timestamptz(3) not null,
  live_at timestamptz(3),
  check ((kind = 'cycle-preview') = (cycle_id is not null)),
  check ((status = 'failed') = (failure is not null)),
  check ((status = 'expired') = (expired_because is not null)),
  check (status <> 'live' or (live_at is not null and build is not null)),
  check (kind = 'cycle-preview' or expires_at is null),
  foreign key (workspace_id, project_id) references project (workspace_id, id),
  foreign key (workspace_id, label) references deployment_host (workspace_id, label)
);
create unique index deployment_live on deployment (label) where status = 'live';
create index deployment_page on deployment (workspace_id, created_at desc, id desc);
create index deployment_of_project on deployment (project_id, created_at desc, id desc);
create index deployment_of_label on deployment (label, created_at desc, id desc);
create index deployment_of_cycle on deployment (cycle_id) where cycle_id is not null;
create index deployment_expiry on deployment (expires_at, workspace_id) where status = 'live' and expires_at is not null;
create index deployment_unstarted on deployment (workspace_id, created_at) where run_id is null and status = 'building';
create index deployment_built on deployment (workspace_id, label) where build is not null;

-- What was printed while it was built, started and served, in pieces.
create table deployment_log (
  id bigint generated always as identity primary key,
  workspace_id uuid not null,
  deployment_id uuid not null references deployment (id),
  written_at timestamptz(3) not null,
  content text not null check (length(content) between 1 and 16384)
);
create index deployment_log_of on deployment_log (deployment_id, id);
create index deployment_log_due on deployment_log (written_at, workspace_id);

-- The domain of a project's production. Any number of projects can ask for a domain; the one that its DNS names has it.
create table production_domain (
  project_id uuid primary key,
  workspace_id uuid not null,
  domain text not null check (domain = lower(domain) and length(domain) between 4 and 253),
  proof text not null check (proof ~ '^[A-Za-z0-9_-]{43}$'),
  set_by uuid not null,
  set_at timestamptz(3) not null,
  checked_at timestamptz(3),
  connected_at timestamptz(3),
  foreign key (workspace_id, project_id) references project (workspace_id, id)
);
create unique index production_domain_connected on production_domain (domain) where connected_at is not null;
create index production_domain_due on production_domain (checked_at nulls first, workspace_id);

do $$
declare name text;
begin
  foreach name in array array['deployment_host', 'deployment', 'deployment_log', 'production_domain']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy workspace on %I to atelier_tenant
       using (workspace_id = nullif(current_setting(''app.workspace'', true), '''')::uuid)', name);
    execute format('create policy lookup on %I for select to atelier_identity using (true)', name);
  end loop;
end $$;
grant select, insert, delete on deployment_host, deployment_log to atelier_tenant;
grant select, insert, update, delete on deployment, production_domain to atelier_tenant;

-- Which workspace a host belongs to, and in which something is due.
grant select (label, workspace_id, project_id) on deployment_host to atelier_identity;
grant select (workspace_id, status, expires_at, run_id) on deployment to atelier_identity;
grant select (workspace_id, written_at) on deployment_log to atelier_identity;
grant select (domain, workspace_id, project_id, connected_at, checked_at) on production_domain to atelier_identity;
