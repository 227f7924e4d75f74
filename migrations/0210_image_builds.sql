-- Image builds: the bases of sandboxes of a project that were built, not taken from what is stored.
create table image_build (
  id uuid primary key,
  workspace_id uuid not null,
  project_id uuid not null,
  repository_id uuid not null,
  commit_sha text not null check (commit_sha ~ '^[0-9a-f]{40}$'),
  kind text not null check (kind in ('packages', 'dockerfile')),
  cause text not null check (cause in ('base', 'change', 'preview')),
  -- Of everything that the base depends on; the same hash is the same base.
  content_hash text not null check (content_hash ~ '^[0-9a-f]{64}$'),
  status text not null check (status in ('building', 'ready', 'failed')),
  -- Why it failed, as a sentence for people.
  error text check (length(error) between 1 and 2000),
  log text not null check (length(log) <= 8192),
  -- The attempt at a step that builds it: once that is over, so is the build.
  run_id uuid not null,
  step_seq integer not null,
  step_attempt integer not null,
  created_at timestamptz(3) not null,
  ended_at timestamptz(3),
  -- How often it was taken from what is stored since.
  uses integer not null default 0 check (uses >= 0),
  used_at timestamptz(3),
  check ((status = 'building') = (ended_at is null)),
  check ((status = 'failed') = (error is not null)),
  check ((uses = 0) = (used_at is null)),
  foreign key (workspace_id, project_id) references project (workspace_id, id)
);
create index image_build_of_project on image_build (project_id, created_at desc, id desc);
create index image_build_open on image_build (run_id) where status = 'building';
create index image_build_open_in on image_build (workspace_id) where status = 'building';

alter table image_build enable row level security;
alter table image_build force row level security;
create policy workspace on image_build to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
create policy open_in on image_build for select to atelier_identity using (status = 'building');
grant select, insert, update, delete on image_build to atelier_tenant;
grant select (workspace_id, status) on image_build to atelier_identity;
