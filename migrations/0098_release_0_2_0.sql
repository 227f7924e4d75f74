-- The schema of release 0.2.0, in place of the migrations up to 0098_queue.sql, which are in the history of the
-- repository. A database that has all of them goes on behind this file; an older one needs release 0.2.0 first.
-- replaces: 0098_queue.sql of 0.2.0, sha256 b8e60fc3c5544617f9ec02aa0ef558981fd2b9f459b53669f4c25db887263f0b
-- The runner has made the roles atelier_identity and atelier_tenant before this file runs.

revoke all on schema public from public;
grant usage on schema public to atelier_identity, atelier_tenant;

create schema queue;
grant usage on schema queue to atelier_tenant;

create type audit_actor as enum ('user', 'api_key', 'agent', 'system');

create type audit_category as enum ('create', 'read', 'update', 'delete', 'execute', 'auth', 'export');

create type audit_outcome as enum ('success', 'failure', 'denied');

create type audit_severity as enum ('info', 'notice', 'warning', 'critical');

create type audit_source as enum ('web', 'api', 'cli', 'chat', 'tracker', 'codehost', 'webhook', 'internal', 'system');

-- The highest of 50, 80 and 100 percent that an amount is of a cap, or 0.
create function budget_level(spent bigint, cap bigint) returns smallint language sql immutable return (
  case when cap is null or spent = 0 then 0 when spent >= cap then 100
    when spent * 5 >= cap * 4 then 80 when spent * 2 >= cap then 50 else 0 end)::smallint;

-- Letters and digits, small and without accents; of a long text the first thousand different words.
create function search_words(said text) returns table (word text) language sql immutable as $$
  select distinct left(part, 40) collate "C"
  from regexp_split_to_table(
    regexp_replace(
      normalize(lower(left(said, 32000) collate "und-x-icu"), NFKD), U&'[\0300-\036F]+', '', 'g'
    ) collate "und-x-icu", '[^[:alnum:]_]+') part
  where part <> '' limit 1000
$$;

create table users (
  id uuid primary key,
  name text not null check (length(name) between 1 and 200),
  email text not null check (length(email) between 3 and 320),
  email_normal text not null unique,
  email_verified boolean not null default false,
  image text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index users_unverified on users (created_at) where not email_verified;
alter table users enable row level security;
create policy identity on users to atelier_identity using (true) with check (true);
grant select, insert, update, delete on users to atelier_identity;
grant select (id, name, email, email_normal) on users to atelier_tenant;

-- One way in per row: the password's hash, or an outside identity.
create table account (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  provider_id text not null,
  account_id text not null,
  password text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (provider_id, account_id)
);
create index account_user on account (user_id);
grant select, insert, update, delete on account to atelier_identity;

create table workspace (
  id uuid primary key,
  name text not null check (length(name) between 1 and 200),
  time_zone text not null default 'UTC',
  locale text not null default 'en',
  created_at timestamptz(3) not null default now(),
  settings_revision integer not null default 0 check (settings_revision >= 0),
  constraint workspace_locale check (length(locale) between 2 and 35),
  constraint workspace_time_zone check (length(time_zone) between 1 and 100)
);
alter table workspace enable row level security;
create policy identity on workspace to atelier_identity using (true) with check (true);
create policy workspace on workspace to atelier_tenant
  using (id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on workspace to atelier_identity;
grant select (id, name, time_zone, locale, settings_revision), update (name, time_zone, locale, settings_revision)
  on workspace to atelier_tenant;

create table membership (
  workspace_id uuid not null references workspace,
  user_id uuid not null references users,
  role text not null check (role in ('owner', 'admin', 'member', 'client')),
  created_at timestamptz(3) not null default now(),
  primary key (workspace_id, user_id)
);
create index membership_joined on membership (workspace_id, created_at desc, user_id desc);
create index membership_newest on membership (workspace_id, created_at desc, user_id desc) where role <> 'client';
create index membership_owner on membership (workspace_id) where role = 'owner';
create index membership_user on membership (user_id);
alter table membership enable row level security;
create policy identity on membership to atelier_identity using (true) with check (true);
create policy workspace on membership to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on membership to atelier_identity;
grant select, insert, delete, update (role) on membership to atelier_tenant;

create table api_key (
  id uuid primary key,
  workspace_id uuid not null,
  user_id uuid not null,
  name text not null check (length(name) between 1 and 100),
  secret_hash bytea not null unique check (length(secret_hash) = 32),
  hint text not null,
  scopes text[] not null check (scopes <@ array['read', 'write', 'admin'] and cardinality(scopes) > 0),
  project_ids uuid[],
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  revoked_by uuid references users,
  created_at timestamptz(3) not null default now(),
  foreign key (workspace_id, user_id) references membership on delete cascade,
  check ((revoked_at is null) = (revoked_by is null))
);
create index api_key_newest on api_key (workspace_id, created_at desc, id desc) where revoked_at is null;
create index api_key_own on api_key (workspace_id, user_id, created_at desc, id desc) where revoked_at is null;
create index api_key_owner on api_key (workspace_id, user_id);
alter table api_key enable row level security;
create policy identity on api_key to atelier_identity using (true) with check (true);
create policy workspace on api_key to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on api_key to atelier_identity;
grant select (id, workspace_id, user_id, name, hint, scopes, project_ids, expires_at, last_used_at, revoked_at,
  revoked_by, created_at), insert (id, workspace_id, user_id, name, secret_hash, hint, scopes, project_ids, expires_at,
  created_at), update (revoked_at, revoked_by) on api_key to atelier_tenant;

-- The last audit and event numbers of a workspace and the head of its chain: locked as the last act of a
-- transaction, so that numbers are in commit order.
create table ledger (
  workspace_id uuid primary key references workspace,
  audit_position bigint not null default 0 check (audit_position >= 0),
  audit_hash bytea not null check (length(audit_hash) = 32),
  event_position bigint not null default 0 check (event_position >= 0)
);
alter table ledger enable row level security;
alter table ledger force row level security;
create policy due on ledger for select to atelier_identity using (true);
create policy workspace on ledger using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update on ledger to atelier_tenant;
grant select (workspace_id, audit_position, event_position) on ledger to atelier_identity;

create table audit_row (
  workspace_id uuid not null,
  position bigint not null,
  id uuid not null,
  occurred_at timestamptz(3) not null,
  actor_type audit_actor not null,
  actor_id text,
  action text not null,
  category audit_category not null,
  resource_type text,
  resource_id text,
  parent_type text,
  parent_id text,
  outcome audit_outcome not null,
  severity audit_severity not null,
  source audit_source not null,
  request_id text,
  trace_id text,
  details_hash bytea not null,
  hash bytea not null,
  salt bytea,
  details jsonb,
  erased_at timestamptz(3),
  project_id text,
  primary key (workspace_id, position),
  unique (workspace_id, id),
  constraint audit_row_whole check (position > 0 and length(details_hash) = 32 and length(hash) = 32
    and (erased_at is null) = ((salt is not null) and (details is not null)))
);
create index audit_row_action on audit_row (workspace_id, action, occurred_at desc, position desc);
create index audit_row_actor on audit_row (workspace_id, actor_id, occurred_at desc, position desc);
create index audit_row_parent on audit_row (workspace_id, parent_id, occurred_at desc, position desc)
  where parent_id is not null;
create index audit_row_project on audit_row (workspace_id, project_id, occurred_at desc, position desc)
  where project_id is not null;
create index audit_row_refused on audit_row (workspace_id, occurred_at desc, position desc) where outcome <> 'success';
create index audit_row_request on audit_row (workspace_id, request_id) where request_id is not null;
create index audit_row_resource on audit_row (workspace_id, resource_id, occurred_at desc, position desc)
  where resource_id is not null;
create index audit_row_time on audit_row (workspace_id, occurred_at desc, position desc);
create index audit_row_trace on audit_row (workspace_id, trace_id) where trace_id is not null;
alter table audit_row enable row level security;
alter table audit_row force row level security;
create policy workspace on audit_row using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update (salt, details, erased_at) on audit_row to atelier_tenant;

create table activity_event (
  workspace_id uuid not null,
  position bigint not null check (position > 0),
  id uuid not null,
  name text not null,
  entity_type text not null,
  entity_id text not null,
  project_id uuid,
  cycle_id uuid,
  task_id uuid,
  trace_id text,
  payload jsonb not null default '{}',
  occurred_at timestamptz(3) not null,
  primary key (workspace_id, position),
  unique (workspace_id, id)
);
create index activity_event_cycle on activity_event (workspace_id, cycle_id, position) where cycle_id is not null;
create index activity_event_cycle_own on activity_event (workspace_id, cycle_id, position) where cycle_id is not null
  and task_id is null;
create index activity_event_ended on activity_event (workspace_id, project_id, occurred_at desc)
  where entity_type = 'cycle' and name in ('cycle.completed', 'cycle.failed', 'cycle.stopped');
create index activity_event_entity on activity_event (workspace_id, entity_type, entity_id, position desc);
create index activity_event_name on activity_event (workspace_id, name, position desc);
create index activity_event_time on activity_event (workspace_id, occurred_at desc, position desc);
create index activity_event_trace on activity_event (workspace_id, trace_id, position desc) where trace_id is not null;
alter table activity_event enable row level security;
alter table activity_event force row level security;
create policy workspace on activity_event
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert on activity_event to atelier_tenant;

-- One execution of a subject (a cycle). The newest number fences the others: at most one run of a subject is active.
create table run (
  workspace_id uuid not null references workspace,
  id uuid not null,
  kind text not null check (length(kind) between 1 and 50),
  subject_id uuid not null,
  number integer not null check (number > 0),
  status text not null default 'active' check (status in ('active', 'cancelling', 'finished', 'failed', 'cancelled')),
  result jsonb,
  failure jsonb,
  created_at timestamptz(3) not null,
  cancelled_at timestamptz(3),
  ended_at timestamptz(3),
  trace jsonb check (length(trace::text) <= 2000),
  parent_id uuid,
  primary key (workspace_id, id),
  unique (workspace_id, subject_id, number),
  foreign key (workspace_id, parent_id) references run on delete cascade,
  constraint run_check check ((status in ('active', 'cancelling')) = (ended_at is null)),
  constraint run_check1 check (status not in ('active', 'finished') or cancelled_at is null),
  constraint run_check2 check (status not in ('cancelling', 'cancelled') or cancelled_at is not null),
  constraint run_check4 check (result is null or status = 'finished'),
  constraint run_check5 check (parent_id <> id),
  constraint run_failure check (case status when 'failed' then (failure is not null)
    when 'cancelling' then true else (failure is null) end)
);
create unique index run_active on run (workspace_id, subject_id) where status = 'active';
create index run_children on run (workspace_id, parent_id, ended_at) where parent_id is not null;
create unique index run_id on run (id);
alter table run enable row level security;
alter table run force row level security;
create policy due on run for select to atelier_identity using (true);
create policy workspace on run using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid) with
  check (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on run to atelier_tenant;
grant select (id, ended_at) on run to atelier_identity;

-- One durable piece of a run. Steps follow one another: at most one of a run is alive.
create table run_step (
  workspace_id uuid not null,
  run_id uuid not null,
  seq integer not null check (seq > 0),
  name text not null check (length(name) between 1 and 100),
  status text not null check (status in ('queued', 'running', 'parked', 'done', 'failed', 'cancelled')),
  payload_version integer not null check (payload_version > 0),
  payload jsonb not null,
  attempt integer not null default 0 check (attempt >= 0),
  errors integer not null default 0 check (errors >= 0),
  losses integer not null default 0 check (losses >= 0),
  job_id uuid,
  worker text,
  result jsonb,
  error jsonb,
  queued_at timestamptz(3) not null,
  started_at timestamptz(3),
  ended_at timestamptz(3),
  primary key (workspace_id, run_id, seq),
  foreign key (workspace_id, run_id) references run on delete cascade,
  check ((status in ('queued', 'running')) = (job_id is not null)),
  check ((status in ('done', 'failed', 'cancelled')) = (ended_at is not null)),
  check (status not in ('running', 'done') or attempt > 0 and worker is not null and started_at is not null),
  check (status <> 'failed' or error is not null)
);
create unique index run_step_alive on run_step (workspace_id, run_id) where status in ('queued', 'running', 'parked');
alter table run_step enable row level security;
alter table run_step force row level security;
create policy workspace on run_step using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on run_step to atelier_tenant;

-- What a run waits for that is not work. No job exists meanwhile; a resume names one of the labels.
create table run_parked (
  workspace_id uuid not null,
  run_id uuid not null,
  seq integer not null,
  kind text not null check (kind in ('sandbox', 'person', 'retry', 'change')),
  labels text[] not null check (cardinality(labels) between 1 and 100),
  details jsonb not null default '{}',
  since timestamptz(3) not null,
  primary key (workspace_id, run_id),
  foreign key (workspace_id, run_id, seq) references run_step on delete cascade
);
alter table run_parked enable row level security;
alter table run_parked force row level security;
create policy workspace on run_parked using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on run_parked to atelier_tenant;

-- Running jobs whose run was cancelled: whoever holds one stops it within a second.
create table step_cancel (
  job_id uuid primary key,
  cancelled_at timestamptz(3) not null
);
grant select, insert, update, delete on step_cancel to atelier_tenant;

-- Sandboxes in use. A run keeps its slot across processes until it parks or ends; a request's ends with its lease.
create table sandbox_slot (
  id uuid primary key,
  kind text not null check (kind in ('run', 'request')),
  workspace_id uuid not null,
  run_id uuid unique,
  process text,
  lease_until timestamptz(3),
  taken_at timestamptz(3) not null,
  foreign key (workspace_id, run_id) references run on delete cascade,
  check ((kind = 'run') = (run_id is not null)),
  check ((kind = 'request') = (process is not null)),
  check ((kind = 'request') = (lease_until is not null))
);
grant select, insert, update, delete on sandbox_slot to atelier_tenant;

-- The line in front of the sandboxes, in order of arrival.
create table sandbox_wait (
  position bigint generated always as identity primary key,
  workspace_id uuid not null,
  run_id uuid not null unique,
  foreign key (workspace_id, run_id) references run on delete cascade
);
grant select, insert, update, delete on sandbox_wait to atelier_tenant;

-- Sweeps and the like: one process at a time carries each of them out.
create table scheduled_work (
  name text primary key,
  due_at timestamptz(3) not null,
  process text,
  lease_until timestamptz(3),
  check ((process is null) = (lease_until is null))
);
grant select, insert, update, delete on scheduled_work to atelier_tenant;

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
  requires_approval boolean,
  autonomous_since timestamptz(3),
  head_revision_id uuid,
  created_at timestamptz(3) not null,
  created_by uuid not null,
  updated_at timestamptz(3) not null,
  archived_at timestamptz(3),
  archived_by uuid,
  deleted_at timestamptz(3),
  deleted_by uuid,
  purged_at timestamptz(3),
  -- A project belongs to at most one customer.
  client_account_id uuid,
  unique (workspace_id, id, client_account_id),
  unique (workspace_id, id),
  check (purged_at is null or deleted_at is not null),
  check ((archived_at is null) = (archived_by is null)),
  check ((deleted_at is null) = (deleted_by is null))
);
create index project_client_account on project (workspace_id, client_account_id, created_at desc, id desc)
  where client_account_id is not null and deleted_at is null;
create index project_newest on project (workspace_id, created_at desc, id desc) where deleted_at is null;
create index project_purge on project (deleted_at, workspace_id) where deleted_at is not null and purged_at is null;
alter table project enable row level security;
alter table project force row level security;
create policy due on project for select to atelier_identity using (true);
create policy workspace on project using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on project to atelier_tenant;
grant select (id, workspace_id, deleted_at, purged_at) on project to atelier_identity;

create table project_grant (
  workspace_id uuid not null,
  project_id uuid not null,
  user_id uuid not null,
  source text not null check (source in ('seat', 'workspace', 'legacy')),
  level text not null check (level in ('view', 'steer')),
  created_at timestamptz(3) not null,
  client_account_id uuid,
  primary key (project_id, user_id, source),
  foreign key (workspace_id, project_id, client_account_id) references project (workspace_id, id, client_account_id),
  foreign key (workspace_id, project_id) references project (workspace_id, id),
  foreign key (workspace_id, user_id) references membership on delete cascade,
  check ((source = 'seat') = (client_account_id is not null))
);
create index project_grant_user on project_grant (workspace_id, user_id, created_at desc, project_id desc);
alter table project_grant enable row level security;
alter table project_grant force row level security;
create policy workspace on project_grant using (workspace_id = nullif(current_setting('app.workspace', true),
  '')::uuid);
grant select, insert, update, delete on project_grant to atelier_tenant;

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
  attached boolean not null default true,
  purged_at timestamptz(3),
  unique (workspace_id, id),
  foreign key (workspace_id, project_id) references project (workspace_id, id),
  check ((host = 'codehost') = (full_name is not null)),
  check (purged_at is null or detached_at is not null)
);
create unique index repository_full_name on repository (workspace_id, lower(full_name)) where detached_at is null;
create unique index repository_primary on repository (project_id) where primary_since is not null
  and detached_at is null;
create index repository_project on repository (project_id);
create index repository_purge on repository (detached_at, workspace_id) where host = 'native-repos'
  and detached_at is not null and purged_at is null;
alter table repository enable row level security;
alter table repository force row level security;
create policy due on repository for select to atelier_identity using (true);
create policy workspace on repository using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on repository to atelier_tenant;
grant select (id, workspace_id, project_id, host, detached_at, purged_at) on repository to atelier_identity;

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
  source text not null check (source in ('created', 'import', 'merge', 'upload', 'switch')),
  cycle_id uuid,
  created_at timestamptz(3) not null,
  unique (project_id, generation),
  unique (workspace_id, id),
  foreign key (workspace_id, project_id) references project (workspace_id, id),
  foreign key (workspace_id, repository_id) references repository (workspace_id, id)
);
create index revision_newest on revision (project_id, created_at desc, id desc);
alter table revision enable row level security;
alter table revision force row level security;
create policy workspace on revision using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert on revision to atelier_tenant;

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
  status text not null check (status in ('accepting', 'uploaded', 'finalizing', 'finalized', 'rejected')),
  claim_id uuid,
  claimed_until timestamptz(3),
  project_id uuid,
  revision_id uuid,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  finalized_at timestamptz(3),
  rejection jsonb,
  rejected_at timestamptz(3),
  unique (workspace_id, user_id, idempotency_key),
  check ((status = 'finalizing') = (claim_id is not null)),
  check ((claim_id is null) = (claimed_until is null)),
  check ((status = 'finalized') = ((finalized_at is not null) and (project_id is not null)
    and (revision_id is not null))),
  constraint project_import_rejection_check
    check ((status = 'rejected') = ((rejection is not null) and (rejected_at is not null)))
);
create index project_import_expiry on project_import (expires_at) where status <> 'finalized';
create index project_import_finalized on project_import (finalized_at) where status = 'finalized';
alter table project_import enable row level security;
alter table project_import force row level security;
create policy due on project_import for select to atelier_identity using (true);
create policy workspace on project_import
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on project_import to atelier_tenant;
grant select (workspace_id, status, claimed_until, expires_at, finalized_at) on project_import to atelier_identity;

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
alter table data_key enable row level security;
alter table data_key force row level security;
create policy due on data_key for select to atelier_identity using (true);
create policy workspace on data_key using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on data_key to atelier_tenant;
grant select (workspace_id, project_id, version, root_key_id) on data_key to atelier_identity;

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
  foreign key (project_id, key_version) references data_key,
  foreign key (workspace_id, project_id) references project (workspace_id, id)
);
alter table protected_file enable row level security;
alter table protected_file force row level security;
create policy workspace on protected_file
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on protected_file to atelier_tenant;

create table secret_entry (
  workspace_id uuid not null,
  project_id uuid not null,
  source text not null,
  key text not null,
  key_version integer not null,
  ciphertext bytea not null,
  updated_at timestamptz(3) not null,
  primary key (project_id, source, key),
  foreign key (project_id, key_version) references data_key,
  foreign key (workspace_id, project_id) references project (workspace_id, id)
);
alter table secret_entry enable row level security;
alter table secret_entry force row level security;
create policy workspace on secret_entry using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on secret_entry to atelier_tenant;

create table budget (
  scope_kind text not null check (scope_kind in ('instance', 'workspace', 'project', 'cycle')),
  scope_id uuid not null,
  cap_micros bigint check (cap_micros between 0 and 9007199254740991),
  spent_micros bigint not null default 0 check (spent_micros between 0 and 9007199254740991),
  reserved_micros bigint not null default 0 check (reserved_micros between 0 and 9007199254740991),
  -- What people were warned of, on the row that each settlement holds.
  warned_percent smallint not null default 0 check (warned_percent in (0, 50, 80, 100)),
  primary key (scope_kind, scope_id),
  check ((scope_kind = 'instance') = (scope_id = '00000000-0000-0000-0000-000000000000'::uuid))
);
create index budget_workspace_holding on budget (scope_id) where scope_kind = 'workspace' and reserved_micros > 0;
grant select, insert, update on budget to atelier_tenant;

-- One call of a model by one attempt of a step. A finished one answers the same call of a later attempt.
create table model_call (
  workspace_id uuid not null references workspace,
  id uuid not null,
  project_id uuid,
  cycle_id uuid,
  task_id uuid,
  run_id uuid,
  step text not null check (length(step) between 1 and 200),
  request_hash bytea not null check (length(request_hash) = 32),
  nth integer not null check (nth > 0),
  provider text not null,
  model text not null,
  status text not null check (status in ('open', 'finished', 'failed', 'abandoned')),
  reserved_micros bigint not null check (reserved_micros between 0 and 9007199254740991),
  cost_micros bigint,
  input_tokens bigint check (input_tokens >= 0),
  output_tokens bigint check (output_tokens >= 0),
  response bytea,
  failure jsonb,
  sent_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3),
  cache_read_tokens bigint check (cache_read_tokens >= 0),
  cache_write_tokens bigint check (cache_write_tokens >= 0),
  reasoning_tokens bigint check (reasoning_tokens >= 0),
  -- The endpoint of the workspace that was called, which may be gone; null for the instance's.
  endpoint_id uuid,
  is_priced boolean not null default true,
  -- The call that it was sent in the place of, because that model did not answer.
  instead_of uuid,
  primary key (workspace_id, id),
  check (cost_micros between 0 and reserved_micros),
  check ((status = 'open') = (ended_at is null)),
  check ((status = 'open') = (cost_micros is null)),
  check ((status = 'finished') = (response is not null)),
  check ((status = 'failed') = (failure is not null)),
  constraint model_call_work check ((project_id is null) = (cycle_id is null) and (run_id is null) = (cycle_id is null)
    and (task_id is null or run_id is not null))
);
create index model_call_open on model_call (workspace_id, expires_at) where status = 'open';
create index model_call_refused on model_call (workspace_id, project_id, id)
  where (failure ->> 'code') in ('cycle_cap_reached', 'project_cap_reached', 'workspace_cap_reached',
  'instance_cap_reached', 'provider_price_unknown');
create index model_call_replay on model_call (workspace_id, run_id, step, id) where status = 'finished';
create index model_call_run on model_call (workspace_id, run_id, id);
alter table model_call enable row level security;
alter table model_call force row level security;
create policy workspace on model_call using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update on model_call to atelier_tenant;

create table cycle (
  id uuid primary key,
  workspace_id uuid not null,
  project_id uuid not null,
  title text not null check (length(title) between 1 and 200),
  description text not null check (length(description) between 1 and 10000),
  target_branch text,
  urgency integer not null default 3 check (urgency between 1 and 4),
  status text not null check (status in ('draft', 'planning', 'running', 'blocked', 'reviewing', 'completed',
    'stopping', 'stopped', 'failed')),
  status_changed_at timestamptz(3) not null,
  run_number integer not null default 0 check (run_number >= 0),
  run_id uuid,
  base_sha text,
  integration_branch text,
  integration_sha text,
  merged_sha text,
  revision_id uuid,
  failure jsonb,
  created_at timestamptz(3) not null,
  created_by uuid not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  deleted_by uuid,
  -- Who began the run of a cycle; null where no person did.
  run_started_by uuid,
  roadmap_position integer check (roadmap_position >= 0),
  reverts_cycle_id uuid,
  reverted_by_cycle_id uuid,
  cost_cap_micros bigint check (cost_cap_micros between 0 and 9007199254740991),
  repository_id uuid,
  target_from_sha text,
  target_to_sha text,
  unique (workspace_id, id),
  foreign key (workspace_id, project_id) references project (workspace_id, id),
  foreign key (workspace_id, repository_id) references repository (workspace_id, id),
  check ((deleted_at is null) = (deleted_by is null)),
  check ((status = 'failed') = (failure is not null)),
  check ((target_from_sha is null) = (target_to_sha is null))
);
create index cycle_newest on cycle (workspace_id, created_at desc, id desc) where deleted_at is null;
create index cycle_project on cycle (project_id, created_at desc, id desc) where deleted_at is null;
create unique index cycle_reverts on cycle (reverts_cycle_id) where reverts_cycle_id is not null and deleted_at is null;
create index cycle_roadmap on cycle (workspace_id, project_id, urgency, roadmap_position, created_at, id)
  where status = 'draft' and deleted_at is null;
create index cycle_urgency on cycle (workspace_id, urgency, created_at desc, id desc) where deleted_at is null;
alter table cycle enable row level security;
alter table cycle force row level security;
create policy workspace on cycle using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on cycle to atelier_tenant;

-- `status` is what was set last. A value that a person set is marked, and satisfies no dependency.
create table task (
  id uuid primary key,
  workspace_id uuid not null,
  project_id uuid not null,
  cycle_id uuid not null,
  number integer not null check (number > 0),
  title text not null check (length(title) between 1 and 200),
  description text not null,
  status text not null check (status in ('queued', 'blocked', 'building', 'testing', 'reviewing', 'approved', 'merging',
    'merged', 'pr_created', 'ci_passing', 'done', 'failed')),
  status_by_hand boolean not null default false,
  status_changed_at timestamptz(3) not null,
  run_id uuid,
  branch text,
  base_sha text,
  head_sha text,
  merge_sha text,
  review jsonb,
  failure jsonb,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  -- Who carried a task out last, and how: ids, names and hashes.
  agent jsonb,
  engine_status text check (engine_status in ('queued', 'blocked', 'building', 'testing', 'reviewing', 'approved',
    'merging', 'merged', 'pr_created', 'ci_passing', 'done', 'failed')),
  own_run_id uuid,
  own_runs integer not null default 0 check (own_runs >= 0),
  conflict jsonb,
  added_by uuid,
  repository_id uuid,
  mend jsonb,
  plan_changed boolean not null default false,
  unique (workspace_id, id),
  foreign key (workspace_id, cycle_id) references cycle (workspace_id, id),
  foreign key (workspace_id, project_id) references project (workspace_id, id),
  foreign key (workspace_id, repository_id) references repository (workspace_id, id)
);
create index task_cycle on task (cycle_id, created_at desc, number);
create index task_draft on task (cycle_id) where run_id is null;
create index task_newest on task (workspace_id, created_at desc, id desc);
create index task_open on task (project_id) where own_run_id is not null
  and engine_status in ('building', 'testing', 'reviewing') and deleted_at is null;
create index task_project on task (project_id, created_at desc, id desc);
create unique index task_run on task (run_id, number) where run_id is not null;
alter table task enable row level security;
alter table task force row level security;
create policy workspace on task using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on task to atelier_tenant;

create table task_dependency (
  workspace_id uuid not null,
  task_id uuid not null,
  depends_on uuid not null,
  primary key (task_id, depends_on),
  foreign key (workspace_id, depends_on) references task (workspace_id, id),
  foreign key (workspace_id, task_id) references task (workspace_id, id),
  check (task_id <> depends_on)
);
create index task_needed on task_dependency (depends_on);
alter table task_dependency enable row level security;
alter table task_dependency force row level security;
create policy workspace on task_dependency
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on task_dependency to atelier_tenant;

-- A check of the project, run on the base first and then on the task's branch. One that cannot run never blocks.
create table task_check (
  workspace_id uuid not null,
  task_id uuid not null,
  run_id uuid not null,
  phase text not null check (phase in ('base', 'task', 'base_tests', 'new_tests')),
  name text not null,
  command text not null,
  outcome text not null check (outcome in ('passed', 'failed', 'could_not_run')),
  exit_code integer,
  stopped_by text,
  duration_ms integer not null check (duration_ms >= 0),
  log text not null,
  created_at timestamptz(3) not null,
  report jsonb,
  coverage jsonb,
  primary key (task_id, run_id, phase, name),
  foreign key (workspace_id, task_id) references task (workspace_id, id)
);
alter table task_check enable row level security;
alter table task_check force row level security;
create policy workspace on task_check using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on task_check to atelier_tenant;

-- Every message, tool call and result of an agent, in order, as the harness reported them.
create table task_transcript (
  workspace_id uuid not null,
  task_id uuid not null,
  run_id uuid not null,
  step_seq integer not null,
  attempt integer not null,
  position integer not null,
  kind text not null,
  payload jsonb not null,
  created_at timestamptz(3) not null,
  primary key (task_id, run_id, step_seq, attempt, position),
  foreign key (workspace_id, task_id) references task (workspace_id, id)
);
create index task_transcript_by_age on task_transcript (created_at);
alter table task_transcript enable row level security;
alter table task_transcript force row level security;
create policy due on task_transcript for select to atelier_identity using (true);
create policy workspace on task_transcript
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on task_transcript to atelier_tenant;
grant select (workspace_id, created_at) on task_transcript to atelier_identity;

-- A refusal is on the chain at once; its repeats within a minute are counted here, and become one row after it.
create table audit_repeat (
  workspace_id uuid not null references workspace,
  fingerprint bytea not null check (length(fingerprint) = 32),
  entry jsonb not null,
  repeats integer not null default 0 check (repeats >= 0),
  first_at timestamptz(3) not null,
  last_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  primary key (workspace_id, fingerprint)
);
create index audit_repeat_due on audit_repeat (ends_at, workspace_id);
create index audit_repeat_end on audit_repeat (workspace_id, ends_at);
alter table audit_repeat enable row level security;
alter table audit_repeat force row level security;
create policy due on audit_repeat for select to atelier_identity using (true);
create policy workspace on audit_repeat using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on audit_repeat to atelier_tenant;
grant select (workspace_id, ends_at) on audit_repeat to atelier_identity;

-- The head of a chain at one size, as a signed note (C2SP tlog-checkpoint).
create table audit_checkpoint (
  workspace_id uuid not null references workspace,
  size bigint not null check (size > 0),
  note text not null check (length(note) between 100 and 2000),
  created_at timestamptz(3) not null,
  primary key (workspace_id, size)
);
alter table audit_checkpoint enable row level security;
alter table audit_checkpoint force row level security;
create policy due on audit_checkpoint for select to atelier_identity using (true);
create policy workspace on audit_checkpoint
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert on audit_checkpoint to atelier_tenant;
grant select (workspace_id, size) on audit_checkpoint to atelier_identity;

create table session (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  token_hash text not null unique check (length(token_hash) = 43),
  -- The session's own workspace. Whoever loses the place there loses the session with it.
  active_workspace_id uuid,
  ip_address text check (length(ip_address) <= 100),
  user_agent text check (length(user_agent) <= 500),
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  foreign key (active_workspace_id, user_id) references membership on delete cascade
);
create index session_end on session (expires_at);
create index session_person on session (user_id, created_at desc, id desc);
create index session_workspace on session (active_workspace_id, user_id) where active_workspace_id is not null;
grant select, insert, update, delete on session to atelier_identity;

create table verification (
  id uuid primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index verification_end on verification (expires_at);
create index verification_identifier on verification (identifier);
create index verification_value on verification using hash (value);
grant select, insert, update, delete on verification to atelier_identity;

create table passkey (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  name text check (length(name) <= 200),
  public_key text not null,
  credential_id text not null unique,
  counter bigint not null check (counter >= 0),
  device_type text not null,
  backed_up boolean not null,
  transports text,
  aaguid text,
  created_at timestamptz(3) not null default now()
);
create index passkey_user on passkey (user_id);
grant select, insert, update, delete on passkey to atelier_identity;

-- What a person did to their own account, on its way to the chains of the workspaces in which they have a place: added
-- in the transaction of the effect (role identity), taken in the one that records it there (role tenant).
create table auth_act (
  workspace_id uuid not null references workspace,
  id uuid not null,
  entry jsonb not null,
  created_at timestamptz(3) not null default now(),
  primary key (workspace_id, id)
);
create index auth_act_oldest on auth_act (workspace_id, created_at);
alter table auth_act enable row level security;
alter table auth_act force row level security;
create policy due on auth_act for select to atelier_identity using (true);
create policy identity on auth_act for insert to atelier_identity with check (true);
create policy workspace on auth_act to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant insert, select (workspace_id) on auth_act to atelier_identity;
grant select, delete on auth_act to atelier_tenant;

-- An invitation is open until it is accepted, revoked, or past its time and replaced by another (lapsed).
create table member_invitation (
  id uuid primary key,
  workspace_id uuid not null references workspace,
  email text not null check (length(email) between 3 and 320),
  email_normal text not null check (length(email_normal) between 3 and 320),
  role text not null check (role in ('admin', 'member')),
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_at timestamptz(3) not null,
  created_by uuid not null,
  sent_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  accepted_by uuid,
  revoked_at timestamptz(3),
  revoked_by uuid,
  lapsed_at timestamptz(3),
  check (expires_at > sent_at),
  check ((accepted_at is null) = (accepted_by is null)),
  check ((revoked_at is null) = (revoked_by is null)),
  check (num_nonnulls(accepted_at, revoked_at, lapsed_at) <= 1)
);
create index member_invitation_closed on member_invitation (workspace_id,
  coalesce(accepted_at, revoked_at, lapsed_at, expires_at));
create index member_invitation_due on member_invitation (coalesce(accepted_at, revoked_at, lapsed_at, expires_at),
  workspace_id);
create index member_invitation_newest on member_invitation (workspace_id, created_at desc, id desc);
create unique index member_invitation_open on member_invitation (workspace_id, email_normal) where accepted_at is null
  and revoked_at is null and lapsed_at is null;
alter table member_invitation enable row level security;
alter table member_invitation force row level security;
create policy token on member_invitation for select to atelier_identity using (true);
create policy workspace on member_invitation to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on member_invitation to atelier_tenant;
grant select (workspace_id, token_hash, expires_at, accepted_at, revoked_at, lapsed_at) on member_invitation
  to atelier_identity;

create table client_account (
  id uuid primary key,
  workspace_id uuid not null references workspace,
  name text not null check (length(name) between 1 and 200),
  billing_email text check (length(billing_email) between 3 and 320),
  notes text check (length(notes) between 1 and 5000),
  created_at timestamptz(3) not null,
  created_by uuid not null,
  updated_at timestamptz(3) not null,
  archived_at timestamptz(3),
  archived_by uuid,
  unique (workspace_id, id),
  check ((archived_at is null) = (archived_by is null))
);
create unique index client_account_name on client_account (workspace_id, lower(name)) where archived_at is null;
create index client_account_newest on client_account (workspace_id, created_at desc, id desc);
alter table client_account enable row level security;
alter table client_account force row level security;
create policy workspace on client_account
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update on client_account to atelier_tenant;

-- A person's place at one customer. Nobody has a place without a membership, so it ends with it.
create table seat (
  workspace_id uuid not null,
  client_account_id uuid not null,
  user_id uuid not null,
  can_create_projects boolean not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, client_account_id, user_id),
  foreign key (workspace_id, client_account_id) references client_account (workspace_id, id),
  foreign key (workspace_id, user_id) references membership on delete cascade
);
create index seat_user on seat (user_id, workspace_id);
alter table seat enable row level security;
alter table seat force row level security;
create policy identity on seat to atelier_identity using (true);
create policy workspace on seat to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on seat to atelier_tenant;
grant select (workspace_id, client_account_id, user_id) on seat to atelier_identity;

-- A person's own relationship with the agency; without an override the workspace's default permission holds.
create table portal_client (
  workspace_id uuid not null,
  user_id uuid not null,
  can_create_projects boolean,
  created_at timestamptz(3) not null,
  primary key (workspace_id, user_id),
  foreign key (workspace_id, user_id) references membership on delete cascade
);
create index portal_client_newest on portal_client (workspace_id, created_at desc, user_id desc);
create index portal_client_user on portal_client (user_id);
alter table portal_client enable row level security;
alter table portal_client force row level security;
create policy identity on portal_client to atelier_identity using (true);
create policy workspace on portal_client to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on portal_client to atelier_tenant;
grant select (workspace_id, user_id) on portal_client to atelier_identity;

create table portal_settings (
  workspace_id uuid primary key references workspace,
  can_create_projects boolean not null,
  updated_at timestamptz(3) not null,
  updated_by uuid not null
);
alter table portal_settings enable row level security;
alter table portal_settings force row level security;
create policy workspace on portal_settings
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update on portal_settings to atelier_tenant;

-- Of one customer, or of the agency as a whole where no account is named.
create table portal_invitation (
  id uuid primary key,
  workspace_id uuid not null references workspace,
  client_account_id uuid,
  email text not null check (length(email) between 3 and 320),
  email_normal text not null,
  can_create_projects boolean,
  project_grants jsonb not null check (jsonb_typeof(project_grants) = 'array'
    and jsonb_array_length(project_grants) <= 100),
  created_at timestamptz(3) not null,
  created_by uuid not null,
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  accepted_by uuid,
  revoked_at timestamptz(3),
  revoked_by uuid,
  unique (workspace_id, id),
  foreign key (workspace_id, client_account_id) references client_account (workspace_id, id),
  check (client_account_id is null or can_create_projects is not null),
  check ((accepted_at is null) = (accepted_by is null)),
  check ((revoked_at is null) = (revoked_by is null)),
  check (accepted_at is null or revoked_at is null)
);
create index portal_invitation_account on portal_invitation (workspace_id, client_account_id, created_at desc, id desc);
create index portal_invitation_closed on portal_invitation (workspace_id,
  coalesce(accepted_at, revoked_at, expires_at));
create index portal_invitation_due on portal_invitation (coalesce(accepted_at, revoked_at, expires_at), workspace_id);
create index portal_invitation_open on portal_invitation (workspace_id, email_normal) where accepted_at is null
  and revoked_at is null;
alter table portal_invitation enable row level security;
alter table portal_invitation force row level security;
create policy due on portal_invitation for select to atelier_identity using (true);
create policy workspace on portal_invitation
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on portal_invitation to atelier_tenant;
grant select (workspace_id, expires_at, accepted_at, revoked_at) on portal_invitation to atelier_identity;

-- Found by the hash of the link's token before a workspace is known.
create table portal_token (
  token_hash bytea primary key check (length(token_hash) = 32),
  workspace_id uuid not null,
  invitation_id uuid not null unique,
  foreign key (workspace_id, invitation_id) references portal_invitation (workspace_id, id) on delete cascade
);
alter table portal_token enable row level security;
alter table portal_token force row level security;
create policy identity on portal_token to atelier_identity using (true);
create policy workspace on portal_token to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert on portal_token to atelier_tenant;
grant select (token_hash, workspace_id) on portal_token to atelier_identity;

create table brand_kit (
  workspace_id uuid primary key references workspace,
  draft jsonb not null default '{}',
  revision integer not null default 0 check (revision >= 0),
  updated_at timestamptz(3),
  updated_by uuid,
  extraction jsonb,
  extracted_at timestamptz(3),
  published jsonb,
  version integer check (version > 0),
  portal_enabled boolean not null default false,
  published_at timestamptz(3),
  published_by uuid,
  check ((updated_at is null) = (updated_by is null)),
  check ((extraction is null) = (extracted_at is null)),
  check ((published is null) = (version is null)),
  check ((published is null) = (published_at is null)),
  check ((published is null) = (published_by is null)),
  check (published is not null or not portal_enabled)
);
alter table brand_kit enable row level security;
alter table brand_kit force row level security;
create policy workspace on brand_kit to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update on brand_kit to atelier_tenant;

-- Named by the SHA-256 of its bytes: small enough to be written, published and dropped in one transaction with its kit.
create table brand_image (
  workspace_id uuid not null references workspace,
  id text not null check (id ~ '^[0-9a-f]{64}$'),
  media_type text not null check (media_type ~ '^image/[a-z+.-]+$'),
  content bytea not null check (length(content) between 1 and 262144),
  created_at timestamptz(3) not null,
  primary key (workspace_id, id)
);
alter table brand_image enable row level security;
alter table brand_image force row level security;
create policy workspace on brand_image to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, delete on brand_image to atelier_tenant;

-- A name stays with the workspace that had it once: whoever follows an old link must not meet another agency.
create table portal_slug (
  slug text primary key check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) between 3 and 40),
  workspace_id uuid not null references workspace,
  held_since timestamptz(3) not null,
  given_up_at timestamptz(3)
);
create unique index portal_slug_current on portal_slug (workspace_id) where given_up_at is null;
create index portal_slug_workspace on portal_slug (workspace_id);
alter table portal_slug enable row level security;
alter table portal_slug force row level security;
create policy lookup on portal_slug for select to atelier_identity using (true);
create policy workspace on portal_slug to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update on portal_slug to atelier_tenant;
grant select (slug, workspace_id, given_up_at) on portal_slug to atelier_identity;

-- Written by both roles, beside the effect that it tells of; `workspace_id` is null where it is about a person alone.
-- What it says holds links that open doors, so it lies here sealed, and is gone with the last attempt.
create table mail (
  id uuid primary key,
  workspace_id uuid references workspace,
  kind text not null check (kind ~ '^[a-z_]+(\.[a-z_]+)*$' and length(kind) <= 60),
  recipient text not null check (length(recipient) <= 320),
  state text not null check (state in ('queued', 'sent', 'outbox', 'failed')),
  attempts integer not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz(3) not null,
  holder uuid,
  leased_until timestamptz(3),
  last_error text check (length(last_error) <= 300),
  root_key_id text,
  wrapped bytea,
  sealed bytea check (length(sealed) <= 25165824),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3),
  on_request boolean not null default false,
  -- Mail that people did not ask for goes out later where the address got as much as it may.
  paced boolean not null default false,
  check ((state = 'queued') = (ended_at is null)),
  check ((holder is null) = (leased_until is null)),
  check (state = 'queued' or sealed is null and holder is null),
  check ((sealed is null) = (wrapped is null) and (sealed is null) = (root_key_id is null))
);
create index mail_due on mail (next_attempt_at) where state = 'queued';
create index mail_ended on mail (ended_at) where ended_at is not null;
create index mail_recipient on mail (recipient);
create index mail_workspace on mail (workspace_id, created_at desc, id desc) where workspace_id is not null;
alter table mail enable row level security;
alter table mail force row level security;
create policy delivery on mail to atelier_identity using (true);
create policy workspace on mail to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert on mail to atelier_tenant;
grant select, insert, delete, update (state, attempts, next_attempt_at, holder, leased_until, last_error, root_key_id,
  wrapped, sealed, ended_at) on mail to atelier_identity;

-- A row is an answer, or the claim of a request whose effect is outside a transaction and still under way.
create table idempotency_answer (
  workspace_id uuid not null references workspace,
  principal text not null check (length(principal) between 1 and 100),
  operation text not null check (length(operation) between 1 and 100),
  key text not null check (length(key) between 1 and 255),
  payload_sha256 bytea not null check (length(payload_sha256) = 32),
  status smallint check (status between 200 and 499),
  body text check (octet_length(body) <= 4194304),
  claim_id uuid,
  claimed_until timestamptz(3),
  created_at timestamptz(3) not null,
  primary key (workspace_id, principal, operation, key),
  check ((status is null) = (body is null)),
  check ((status is null) = (claim_id is not null)),
  check ((claim_id is null) = (claimed_until is null))
);
create index idempotency_answer_age on idempotency_answer (workspace_id, created_at);
create index idempotency_answer_due on idempotency_answer (created_at, workspace_id);
alter table idempotency_answer enable row level security;
alter table idempotency_answer force row level security;
create policy due on idempotency_answer for select to atelier_identity using (true);
create policy workspace on idempotency_answer
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on idempotency_answer to atelier_tenant;
grant select (workspace_id, created_at) on idempotency_answer to atelier_identity;

create table task_credential (
  id uuid primary key,
  workspace_id uuid not null,
  run_id uuid not null,
  project_id uuid not null,
  task_id uuid not null,
  -- The person on whose behalf the run works.
  user_id uuid not null references users on delete cascade,
  secret_hash bytea not null unique check (length(secret_hash) = 32),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  foreign key (workspace_id, project_id) references project (workspace_id, id),
  foreign key (workspace_id, run_id) references run on delete cascade,
  foreign key (workspace_id, task_id) references task (workspace_id, id),
  check (expires_at > created_at)
);
create index task_credential_end on task_credential (workspace_id, expires_at);
create index task_credential_person on task_credential (user_id);
create index task_credential_project on task_credential (project_id);
create index task_credential_run on task_credential (workspace_id, run_id);
create index task_credential_task on task_credential (task_id);
alter table task_credential enable row level security;
alter table task_credential force row level security;
create policy identity on task_credential for select to atelier_identity using (true);
create policy workspace on task_credential to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select (id, workspace_id, run_id, project_id, task_id, user_id, secret_hash, expires_at) on task_credential
  to atelier_identity;
grant insert, delete, select (workspace_id, run_id, expires_at) on task_credential to atelier_tenant;

-- Asked for in one transaction of the role atelier_identity, which takes name, address and ways to sign in; what
-- workspaces hold follows place by place. The name and address to look for are here until the last place is done.
create table erasure (
  user_id uuid primary key references users,
  name text,
  email text,
  requested_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  check ((ended_at is null) = ((name is not null) and (email is not null)))
);
create index erasure_open on erasure (requested_at) where ended_at is null;
grant select, insert, update (name, email, ended_at) on erasure to atelier_identity;

create table erasure_place (
  workspace_id uuid not null references workspace,
  user_id uuid not null references erasure,
  was_member boolean not null,
  ended_at timestamptz(3),
  primary key (workspace_id, user_id)
);
create index erasure_place_person on erasure_place (user_id);
alter table erasure_place enable row level security;
alter table erasure_place force row level security;
create policy identity on erasure_place to atelier_identity using (true);
create policy workspace on erasure_place to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, update (ended_at) on erasure_place to atelier_tenant;
grant select, insert, delete on erasure_place to atelier_identity;

-- One row per address: whoever signs up last replaces it, and the links of the one before lead nowhere. A person is
-- made from it when its link is used, so that nobody has an account, a session or a passkey before that.
create table sign_up (
  id uuid primary key,
  email_normal text not null unique,
  email text not null check (length(email) between 3 and 320),
  name text not null check (length(name) between 1 and 200),
  -- The hash of the password, in the form of better-auth.
  password text not null,
  link_expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now()
);
create index sign_up_created on sign_up (created_at);
grant select, insert, update, delete on sign_up to atelier_identity;

create table audit_tree (
  workspace_id uuid not null references workspace,
  level integer not null check (level between 1 and 6),
  tile bigint not null check (tile >= 0),
  hashes bytea not null check (length(hashes) between 32 and 8192 and (length(hashes) % 32) = 0),
  primary key (workspace_id, level, tile)
);
alter table audit_tree enable row level security;
alter table audit_tree force row level security;
create policy workspace on audit_tree using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update on audit_tree to atelier_tenant;

create table pending_request (
  id uuid primary key,
  workspace_id uuid not null,
  project_id uuid not null,
  cycle_id uuid not null,
  task_id uuid,
  run_id uuid,
  request_type text not null check (request_type in ('approval', 'question')),
  required_actor text not null check (required_actor in ('agency', 'client')),
  blocking boolean not null,
  status text not null check (status in ('pending', 'approved', 'denied', 'cancelled')),
  title text not null check (length(title) between 1 and 200),
  question text not null check (length(question) between 1 and 5000),
  reasons jsonb not null default '[]',
  commit_sha text,
  created_at timestamptz(3) not null,
  decided_at timestamptz(3),
  decided_by uuid,
  decider_name text check (length(decider_name) between 1 and 200),
  decision text check (length(decision) between 1 and 5000),
  feedback text check (length(feedback) between 1 and 5000),
  deleted_at timestamptz(3),
  reminded_at timestamptz(3),
  unique (workspace_id, id),
  foreign key (workspace_id, cycle_id) references cycle (workspace_id, id),
  foreign key (workspace_id, project_id) references project (workspace_id, id),
  foreign key (workspace_id, task_id) references task (workspace_id, id),
  check ((status = 'pending') = (decided_at is null)),
  check (status <> 'pending' or decided_by is null and decider_name is null and decision is null and feedback is null),
  check (not blocking or run_id is not null)
);
create index pending_request_cycle on pending_request (cycle_id, created_at desc, id desc);
create index pending_request_newest on pending_request (workspace_id, created_at desc, id desc)
  where deleted_at is null;
create index pending_request_person on pending_request (decided_by, decided_at, id) where decided_by is not null;
create index pending_request_project on pending_request (project_id);
create unique index pending_request_run on pending_request (run_id) where status = 'pending' and blocking;
create index pending_request_status on pending_request (workspace_id, status, created_at desc, id desc)
  where deleted_at is null;
create index pending_request_task on pending_request (task_id, created_at desc, id desc);
create index pending_request_waiting on pending_request (workspace_id, created_at) where status = 'pending'
  and deleted_at is null;
alter table pending_request enable row level security;
alter table pending_request force row level security;
create policy due on pending_request for select to atelier_identity using (true);
create policy workspace on pending_request
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on pending_request to atelier_tenant;
grant select (workspace_id, status, created_at, deleted_at) on pending_request to atelier_identity;

create table former_name (
  user_id uuid not null references users on delete cascade,
  name text not null,
  email text not null,
  replaced_at timestamptz(3) not null default now(),
  primary key (user_id, name, email)
);
grant select, insert, delete on former_name to atelier_identity;

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
  foreign key (project_id, key_version) references data_key,
  foreign key (workspace_id, project_id) references project (workspace_id, id)
);
create index secrets_config_oldest on secrets_config (project_id, created_at, id);
alter table secrets_config enable row level security;
alter table secrets_config force row level security;
create policy workspace on secrets_config
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on secrets_config to atelier_tenant;

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
  foreign key (workspace_id, project_id) references project (workspace_id, id),
  check ((outcome = 'failure') = (error is not null))
);
create index secrets_sync_newest on secrets_sync (project_id, created_at desc, id desc);
alter table secrets_sync enable row level security;
alter table secrets_sync force row level security;
create policy workspace on secrets_sync using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on secrets_sync to atelier_tenant;

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
alter table environment enable row level security;
alter table environment force row level security;
create policy workspace on environment to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on environment to atelier_tenant;

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
alter table run_environment enable row level security;
alter table run_environment force row level security;
create policy workspace on run_environment to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on run_environment to atelier_tenant;

create table revision_upload (
  id uuid primary key,
  workspace_id uuid not null,
  project_id uuid not null,
  user_id uuid not null,
  idempotency_key text not null,
  payload_sha256 bytea not null check (length(payload_sha256) = 32),
  expected_revision_id uuid not null,
  expected_generation bigint not null check (expected_generation > 0),
  default_branch text not null,
  commit_sha text not null,
  bundle_sha256 text not null,
  bundle_size_bytes bigint not null check (bundle_size_bytes >= 0),
  manifest text not null,
  manifest_sha256 text not null,
  status text not null check (status in ('accepting', 'uploaded', 'finalizing', 'finalized', 'rejected')),
  claim_id uuid,
  claimed_until timestamptz(3),
  revision_id uuid,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  finalized_at timestamptz(3),
  rejection jsonb,
  rejected_at timestamptz(3),
  unique (project_id, user_id, idempotency_key),
  foreign key (workspace_id, project_id) references project (workspace_id, id),
  foreign key (workspace_id, revision_id) references revision (workspace_id, id),
  check ((status = 'finalizing') = (claim_id is not null)),
  check ((claim_id is null) = (claimed_until is null)),
  check ((status = 'finalized') = ((finalized_at is not null) and (revision_id is not null))),
  check ((status = 'rejected') = ((rejection is not null) and (rejected_at is not null)))
);
create index revision_upload_claimed on revision_upload (claimed_until) where status = 'finalizing';
create index revision_upload_expiry on revision_upload (expires_at) where status <> 'finalized';
create index revision_upload_finalized on revision_upload (finalized_at) where status = 'finalized';
create unique index revision_upload_revision on revision_upload (revision_id) where revision_id is not null;
alter table revision_upload enable row level security;
alter table revision_upload force row level security;
create policy due on revision_upload for select to atelier_identity using (true);
create policy workspace on revision_upload
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on revision_upload to atelier_tenant;
grant select (workspace_id, status, claimed_until, expires_at, finalized_at) on revision_upload to atelier_identity;

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
create unique index agent_intake on agent (workspace_id, project_id) nulls not distinct where duty = 'intake'
  and deactivated_at is null;
create unique index agent_name on agent (workspace_id, project_id, lower(name)) nulls not distinct
  where deactivated_at is null;
create index agent_newest on agent (workspace_id, created_at desc, id desc) where deactivated_at is null;
create index agent_project on agent (project_id) where project_id is not null;
alter table agent enable row level security;
alter table agent force row level security;
create policy workspace on agent using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on agent to atelier_tenant;

create table built_in_agent_end (
  workspace_id uuid not null,
  agent_id uuid not null,
  deactivated_at timestamptz(3) not null,
  deactivated_by uuid not null,
  primary key (workspace_id, agent_id)
);
alter table built_in_agent_end enable row level security;
alter table built_in_agent_end force row level security;
create policy workspace on built_in_agent_end
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on built_in_agent_end to atelier_tenant;

create table model_preference (
  workspace_id uuid not null,
  role text not null check (role in ('planner', 'coder', 'reviewer', 'tester', 'writer', 'intake')),
  model_identifier text not null check (length(model_identifier) between 1 and 200),
  max_tokens integer check (max_tokens > 0),
  temperature numeric check (temperature between 0 and 2),
  updated_at timestamptz(3) not null,
  updated_by uuid not null,
  primary key (workspace_id, role)
);
alter table model_preference enable row level security;
alter table model_preference force row level security;
create policy workspace on model_preference
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on model_preference to atelier_tenant;

create table harness_preference (
  id uuid primary key,
  workspace_id uuid not null,
  project_id uuid,
  harness text not null check (harness ~ '^(runtime-[1-7]|native)$'),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  updated_by uuid not null,
  unique nulls not distinct (workspace_id, project_id),
  foreign key (workspace_id, project_id) references project (workspace_id, id)
);
create index harness_preference_project on harness_preference (project_id) where project_id is not null;
alter table harness_preference enable row level security;
alter table harness_preference force row level security;
create policy workspace on harness_preference
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on harness_preference to atelier_tenant;

create table model_catalog (
  source text primary key check (length(source) between 1 and 2048),
  models jsonb,
  is_whole boolean not null,
  fetched_at timestamptz(3),
  tried_at timestamptz(3) not null,
  failure text check (length(failure) between 1 and 500),
  check ((models is null) = (fetched_at is null))
);
grant select, insert, update on model_catalog to atelier_tenant;

-- A data key of the workspace itself, for secrets that belong to no project.
create table workspace_data_key (
  workspace_id uuid not null references workspace,
  version integer not null check (version > 0),
  root_key_id text not null,
  wrapped bytea not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, version)
);
alter table workspace_data_key enable row level security;
alter table workspace_data_key force row level security;
create policy due on workspace_data_key for select to atelier_identity using (true);
create policy workspace on workspace_data_key
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update on workspace_data_key to atelier_tenant;
grant select (workspace_id, version, root_key_id) on workspace_data_key to atelier_identity;

create table web_provider (
  workspace_id uuid not null references workspace,
  provider text not null check (provider ~ '^[a-z]{1,40}$'),
  key_version integer not null,
  ciphertext bytea not null,
  enabled boolean not null,
  enabled_at timestamptz(3),
  updated_at timestamptz(3) not null,
  updated_by uuid not null,
  primary key (workspace_id, provider),
  foreign key (workspace_id, key_version) references workspace_data_key,
  check (enabled = (enabled_at is not null))
);
alter table web_provider enable row level security;
alter table web_provider force row level security;
create policy workspace on web_provider using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on web_provider to atelier_tenant;

create table crawl_setting (
  workspace_id uuid primary key references workspace,
  enabled boolean not null,
  updated_at timestamptz(3) not null,
  updated_by uuid not null
);
alter table crawl_setting enable row level security;
alter table crawl_setting force row level security;
create policy workspace on crawl_setting using (workspace_id = nullif(current_setting('app.workspace', true),
  '')::uuid);
grant select, insert, update on crawl_setting to atelier_tenant;

-- The month is the workspace's own.
create table crawl_month (
  workspace_id uuid not null references workspace,
  month text not null check (month ~ '^[0-9]{4}-[0-9]{2}$'),
  pages integer not null check (pages >= 0),
  primary key (workspace_id, month)
);
alter table crawl_month enable row level security;
alter table crawl_month force row level security;
create policy workspace on crawl_month using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update on crawl_month to atelier_tenant;

create table project_skill (
  workspace_id uuid not null,
  project_id uuid not null,
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 100),
  content text not null check (length(content) between 1 and 200000),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (project_id, slug),
  foreign key (workspace_id, project_id) references project (workspace_id, id)
);
alter table project_skill enable row level security;
alter table project_skill force row level security;
create policy workspace on project_skill to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on project_skill to atelier_tenant;

-- The content goes when the run ends; which skills it had stays with its evidence.
create table run_skill (
  workspace_id uuid not null,
  project_id uuid not null,
  run_id uuid not null,
  slug text not null,
  content_sha256 text not null check (content_sha256 ~ '^[0-9a-f]{64}$'),
  content text,
  primary key (run_id, slug),
  foreign key (workspace_id, project_id) references project (workspace_id, id)
);
create index run_skill_of_project on run_skill (project_id);
alter table run_skill enable row level security;
alter table run_skill force row level security;
create policy workspace on run_skill to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on run_skill to atelier_tenant;

create table deliverable (
  id uuid primary key,
  workspace_id uuid not null,
  project_id uuid not null,
  cycle_id uuid not null unique,
  title text not null check (length(title) between 1 and 200),
  client_status text not null check (client_status in ('draft', 'in_review', 'delivered', 'accepted')),
  due_date timestamptz(3),
  summary text,
  submitted_revision integer not null default 0 check (submitted_revision >= 0),
  published_at timestamptz(3),
  created_at timestamptz(3) not null,
  created_by uuid not null,
  updated_at timestamptz(3) not null,
  updated_by uuid not null,
  unique (workspace_id, id),
  foreign key (workspace_id, cycle_id) references cycle (workspace_id, id),
  foreign key (workspace_id, project_id) references project (workspace_id, id),
  check (published_at is null or submitted_revision > 0)
);
create index deliverable_newest on deliverable (workspace_id, created_at desc, id desc);
create index deliverable_project on deliverable (project_id, created_at desc, id desc);
alter table deliverable enable row level security;
alter table deliverable force row level security;
create policy workspace on deliverable to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on deliverable to atelier_tenant;

-- `content` is canonical JSON (RFC 8785), and `sha256` the hash of its bytes.
create table deliverable_snapshot (
  workspace_id uuid not null,
  project_id uuid not null,
  deliverable_id uuid not null,
  revision integer not null check (revision > 0),
  content text not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  published_at timestamptz(3) not null,
  published_by uuid not null,
  primary key (deliverable_id, revision),
  unique (deliverable_id, revision, sha256),
  foreign key (workspace_id, deliverable_id) references deliverable (workspace_id, id)
);
create index deliverable_snapshot_project on deliverable_snapshot (project_id);
alter table deliverable_snapshot enable row level security;
alter table deliverable_snapshot force row level security;
create policy workspace on deliverable_snapshot to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, delete on deliverable_snapshot to atelier_tenant;

create table deliverable_approval (
  id uuid primary key,
  workspace_id uuid not null,
  project_id uuid not null,
  deliverable_id uuid not null,
  revision integer not null,
  revision_hash text not null,
  reviewer_id uuid not null,
  requested_at timestamptz(3) not null,
  requested_by uuid not null,
  decision text check (decision in ('approved', 'changes_requested')),
  comment text,
  decided_at timestamptz(3),
  foreign key (deliverable_id, revision, revision_hash)
    references deliverable_snapshot (deliverable_id, revision, sha256),
  foreign key (workspace_id, deliverable_id) references deliverable (workspace_id, id),
  check ((decision is null) = (decided_at is null)),
  check (comment is null or decision is not null)
);
create index deliverable_approval_newest on deliverable_approval (deliverable_id, requested_at desc, id desc);
create unique index deliverable_approval_open on deliverable_approval (deliverable_id, revision, reviewer_id)
  where decision is null;
create index deliverable_approval_person on deliverable_approval (reviewer_id, requested_at, id);
create index deliverable_approval_project on deliverable_approval (project_id);
create unique index deliverable_approval_workspace on deliverable_approval (workspace_id, id);
alter table deliverable_approval enable row level security;
alter table deliverable_approval force row level security;
create policy workspace on deliverable_approval to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, delete, update (decision, comment, decided_at) on deliverable_approval to atelier_tenant;

create table import_scan (
  id uuid primary key,
  workspace_id uuid not null references workspace,
  user_id uuid not null,
  source text not null check (source in ('bundle', 'folder')),
  default_branch text not null,
  commit_sha text not null,
  bundle_sha256 text not null,
  bundle_size_bytes bigint not null check (bundle_size_bytes > 0),
  manifest text not null,
  manifest_sha256 text not null,
  report jsonb not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index import_scan_expiry on import_scan (expires_at);
create index import_scan_of_person on import_scan (workspace_id, user_id, created_at);
alter table import_scan enable row level security;
alter table import_scan force row level security;
create policy due on import_scan for select to atelier_identity using (true);
create policy workspace on import_scan to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on import_scan to atelier_tenant;
grant select (workspace_id, expires_at) on import_scan to atelier_identity;

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
alter table project_tool_server enable row level security;
alter table project_tool_server force row level security;
create policy workspace on project_tool_server to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on project_tool_server to atelier_tenant;

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
alter table run_tool_server enable row level security;
alter table run_tool_server force row level security;
create policy workspace on run_tool_server to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on run_tool_server to atelier_tenant;

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
  foreign key (workspace_id, key_version) references workspace_data_key,
  check ((key_version is null) = (ciphertext is null)),
  check (key_ending is null or ciphertext is not null)
);
alter table model_endpoint enable row level security;
alter table model_endpoint force row level security;
create policy workspace on model_endpoint
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on model_endpoint to atelier_tenant;

create table deliverable_statement (
  approval_id uuid primary key,
  workspace_id uuid not null,
  project_id uuid not null,
  session_id uuid not null,
  decision text not null check (decision in ('approved', 'changes_requested')),
  comment text,
  statement text not null,
  expires_at timestamptz(3) not null,
  foreign key (workspace_id, approval_id) references deliverable_approval (workspace_id, id)
);
create index deliverable_statement_project on deliverable_statement (project_id);
alter table deliverable_statement enable row level security;
alter table deliverable_statement force row level security;
create policy workspace on deliverable_statement to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on deliverable_statement to atelier_tenant;

create table deliverable_signature (
  approval_id uuid primary key,
  workspace_id uuid not null,
  project_id uuid not null,
  statement text not null,
  credential_id text not null,
  public_key text not null,
  authenticator_data text not null,
  client_data text not null,
  signature text not null,
  signed_at timestamptz(3) not null,
  foreign key (workspace_id, approval_id) references deliverable_approval (workspace_id, id)
);
create index deliverable_signature_project on deliverable_signature (project_id);
alter table deliverable_signature enable row level security;
alter table deliverable_signature force row level security;
create policy workspace on deliverable_signature to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, delete on deliverable_signature to atelier_tenant;

create table message (
  workspace_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  cycle_id uuid,
  task_id uuid,
  content text not null check (length(content) between 1 and 32000),
  author_side text not null check (author_side in ('agency', 'client', 'agent')),
  created_by uuid not null,
  created_at timestamptz(3) not null,
  agent_id uuid,
  drives boolean not null default false,
  given_at timestamptz(3),
  answers_id uuid,
  asks_model boolean not null default false,
  is_cut boolean not null default false,
  primary key (workspace_id, id),
  foreign key (workspace_id, answers_id) references message,
  foreign key (workspace_id, cycle_id) references cycle (workspace_id, id),
  foreign key (workspace_id, project_id) references project (workspace_id, id),
  foreign key (workspace_id, task_id) references task (workspace_id, id),
  constraint message_answer check ((author_side = 'agent') = (answers_id is not null)),
  constraint message_place check (cycle_id is not null or task_id is null and agent_id is null)
);
create unique index message_answer_to on message (workspace_id, answers_id) where answers_id is not null;
create index message_asking on message (cycle_id) where asks_model;
create index message_of_cycle on message (cycle_id, created_at desc, id desc) where task_id is null;
create index message_of_person on message (created_by, created_at, id);
create index message_of_project on message (project_id);
create index message_of_project_itself on message (project_id, created_at desc, id desc) where cycle_id is null;
create index message_of_task on message (task_id, created_at desc, id desc) where task_id is not null;
alter table message enable row level security;
alter table message force row level security;
create policy workspace on message to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, delete, update (given_at) on message to atelier_tenant;

-- One row for each person and thing. Those of a person that are due go out as one mail, in the transaction that queues it.
create table letter (
  id uuid primary key,
  workspace_id uuid not null,
  user_id uuid not null,
  kind text not null check (kind in ('request', 'question', 'approval', 'failed_run', 'budget')),
  reminds boolean not null,
  needs text not null check (needs in ('view', 'steer', 'manage', 'administer')),
  project_id uuid,
  cycle_id uuid,
  subject_id uuid not null,
  title text not null check (length(title) between 1 and 200),
  created_at timestamptz(3) not null,
  due_at timestamptz(3) not null,
  ended_at timestamptz(3),
  mail_id uuid,
  foreign key (workspace_id, project_id) references project (workspace_id, id),
  check (mail_id is null or ended_at is not null)
);
create index letter_due on letter (due_at, workspace_id) where ended_at is null;
create index letter_ended on letter (ended_at, workspace_id) where ended_at is not null;
create index letter_of_cycle on letter (cycle_id) where ended_at is null;
create index letter_of_mail on letter (mail_id) where mail_id is not null;
create index letter_of_person on letter (workspace_id, user_id, created_at, id);
create index letter_of_project on letter (project_id);
create index letter_of_subject on letter (subject_id) where ended_at is null;
create index letter_sent on letter (workspace_id, user_id, ended_at) where mail_id is not null;
alter table letter enable row level security;
alter table letter force row level security;
create policy due on letter for select to atelier_identity using (true);
create policy workspace on letter to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on letter to atelier_tenant;
grant select (workspace_id, due_at, ended_at) on letter to atelier_identity;

-- What a person wants letters about, in every workspace; somebody without a row wants them all.
create table letter_setting (
  user_id uuid primary key references users on delete cascade,
  requests boolean not null,
  approvals boolean not null,
  failed_runs boolean not null,
  updated_at timestamptz(3) not null,
  budgets boolean not null default true
);
alter table letter_setting enable row level security;
create policy identity on letter_setting to atelier_identity using (true) with check (true);
grant select, insert, update, delete on letter_setting to atelier_identity;
grant select on letter_setting to atelier_tenant;

create table project_run (
  workspace_id uuid not null,
  project_id uuid not null,
  run_id uuid not null,
  number integer not null check (number > 0),
  cycles_begun integer not null default 0 check (cycles_begun >= 0),
  last_cycle_id uuid,
  started_at timestamptz(3) not null,
  started_by uuid not null,
  stopping_at timestamptz(3),
  ended_at timestamptz(3),
  primary key (workspace_id, project_id),
  foreign key (workspace_id, project_id) references project (workspace_id, id)
);
alter table project_run enable row level security;
alter table project_run force row level security;
create policy workspace on project_run to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on project_run to atelier_tenant;

create table webhook (
  id uuid primary key,
  workspace_id uuid not null references workspace,
  url text not null check (length(url) <= 2048),
  description text check (length(description) <= 200),
  event_types text[],
  project_ids uuid[],
  key_version integer not null,
  ciphertext bytea not null,
  previous_key_version integer,
  previous_ciphertext bytea,
  previous_until timestamptz(3),
  -- Events up to here have become deliveries, or were not wanted.
  position bigint not null check (position >= 0),
  -- A replay has come as far as the event at this time and position, and goes on to before `replay_until`.
  replay_at timestamptz(3),
  replay_position bigint,
  replay_until timestamptz(3),
  failures integer not null check (failures >= 0),
  failing_since timestamptz(3),
  rests_until timestamptz(3),
  next_due_at timestamptz(3),
  is_full boolean not null,
  turn_at timestamptz(3),
  holder text,
  leased_until timestamptz(3),
  disabled_at timestamptz(3),
  disabled_reason text check (disabled_reason in ('person', 'failures', 'gone')),
  created_at timestamptz(3) not null,
  created_by uuid not null,
  updated_at timestamptz(3) not null,
  updated_by uuid not null,
  unique (workspace_id, id),
  foreign key (workspace_id, key_version) references workspace_data_key,
  foreign key (workspace_id, previous_key_version) references workspace_data_key,
  check ((previous_key_version is null) = (previous_ciphertext is null)),
  check ((previous_ciphertext is null) = (previous_until is null)),
  check ((replay_until is null) = (replay_at is null) and (replay_until is null) = (replay_position is null)),
  check ((failures = 0) = (failing_since is null)),
  check ((disabled_at is null) = (disabled_reason is null)),
  check ((holder is null) = (leased_until is null))
);
alter table webhook enable row level security;
alter table webhook force row level security;
create policy due on webhook for select to atelier_identity using (true);
create policy workspace on webhook using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on webhook to atelier_tenant;
grant select (id, workspace_id, position, replay_until, failures, rests_until, next_due_at, is_full, turn_at,
  leased_until, disabled_at) on webhook to atelier_identity;

create table webhook_delivery (
  id uuid primary key,
  workspace_id uuid not null,
  webhook_id uuid not null,
  kind text not null check (kind in ('event', 'replay', 'test')),
  message_id uuid not null,
  event_type text not null,
  event_position bigint,
  status text not null check (status in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz(3),
  response_status integer,
  error text,
  created_at timestamptz(3) not null,
  ended_at timestamptz(3),
  unique (workspace_id, id),
  foreign key (workspace_id, webhook_id) references webhook (workspace_id, id) on delete cascade,
  check ((kind = 'test') = (event_position is null)),
  check ((status = 'waiting') = (next_attempt_at is not null)),
  check ((status = 'waiting') = (ended_at is null))
);
create index webhook_delivery_ended on webhook_delivery (workspace_id, ended_at) where ended_at is not null;
create index webhook_delivery_newest on webhook_delivery (workspace_id, webhook_id, created_at desc, id desc);
create index webhook_delivery_waiting on webhook_delivery (workspace_id, webhook_id, next_attempt_at,
  event_position nulls first, id) where status = 'waiting';
alter table webhook_delivery enable row level security;
alter table webhook_delivery force row level security;
create policy due on webhook_delivery for select to atelier_identity using (true);
create policy workspace on webhook_delivery
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on webhook_delivery to atelier_tenant;
grant select (workspace_id, ended_at) on webhook_delivery to atelier_identity;

create table webhook_attempt (
  workspace_id uuid not null,
  delivery_id uuid not null,
  number integer not null check (number > 0),
  attempted_at timestamptz(3) not null,
  duration_ms integer not null check (duration_ms >= 0),
  response_status integer,
  response_head text,
  error text,
  primary key (workspace_id, delivery_id, number),
  foreign key (workspace_id, delivery_id) references webhook_delivery (workspace_id, id) on delete cascade
);
alter table webhook_attempt enable row level security;
alter table webhook_attempt force row level security;
create policy workspace on webhook_attempt
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert on webhook_attempt to atelier_tenant;

create table artifact (
  id uuid primary key,
  workspace_id uuid not null,
  project_id uuid not null,
  cycle_id uuid not null,
  -- Null for what was left when the whole result of a run was checked.
  task_id uuid,
  run_id uuid not null,
  check_name text not null,
  path text not null check (length(path) between 1 and 300),
  size_bytes bigint not null check (size_bytes >= 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  content_type text not null,
  is_masked boolean not null,
  -- A published snapshot names the files of this run: they stay as long as the project.
  is_held boolean not null,
  created_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  unique nulls not distinct (run_id, task_id, path),
  foreign key (workspace_id, cycle_id) references cycle (workspace_id, id),
  foreign key (workspace_id, project_id) references project (workspace_id, id),
  foreign key (workspace_id, task_id) references task (workspace_id, id)
);
create index artifact_by_age on artifact (created_at) where not is_held;
create index artifact_by_path on artifact (project_id, path, created_at desc, id desc);
create index artifact_of_cycle on artifact (cycle_id, created_at desc, id desc);
create index artifact_of_project on artifact (project_id, created_at desc, id desc);
alter table artifact enable row level security;
alter table artifact force row level security;
create policy due on artifact for select to atelier_identity using (true);
create policy workspace on artifact to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, delete, update (is_held, deleted_at) on artifact to atelier_tenant;
grant select (workspace_id, is_held, created_at) on artifact to atelier_identity;

create table workspace_default (
  workspace_id uuid primary key references workspace,
  requires_approval boolean,
  review jsonb not null default '{}' check (jsonb_typeof(review) = 'object'),
  approval jsonb not null default '{}' check (jsonb_typeof(approval) = 'object'),
  delivery jsonb not null default '{}' check (jsonb_typeof(delivery) = 'object'),
  cost_cap_micros bigint check (cost_cap_micros between 0 and 9007199254740991),
  project_cost_cap_micros bigint check (project_cost_cap_micros between 0 and 9007199254740991),
  cycle_cost_cap_micros bigint check (cycle_cost_cap_micros between 0 and 9007199254740991),
  max_revisions integer check (max_revisions >= 0)
);
alter table workspace_default enable row level security;
alter table workspace_default force row level security;
create policy workspace on workspace_default
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update on workspace_default to atelier_tenant;

create table check_rerun (
  id uuid primary key,
  workspace_id uuid not null,
  task_id uuid not null,
  run_id uuid not null,
  own_run_id uuid not null,
  commit_sha text not null,
  name text not null,
  command text not null,
  outcome text check (outcome in ('passed', 'failed', 'could_not_run')),
  exit_code integer,
  stopped_by text,
  duration_ms integer check (duration_ms >= 0),
  log text not null default '',
  report jsonb,
  created_at timestamptz(3) not null,
  ended_at timestamptz(3),
  foreign key (workspace_id, task_id) references task (workspace_id, id),
  check ((ended_at is null) = (outcome is null)),
  check ((ended_at is null) = (duration_ms is null))
);
create unique index check_rerun_open on check_rerun (task_id) where ended_at is null;
create index check_rerun_task on check_rerun (task_id, run_id, created_at);
alter table check_rerun enable row level security;
alter table check_rerun force row level security;
create policy workspace on check_rerun to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on check_rerun to atelier_tenant;

create table model_call_policy (
  workspace_id uuid primary key references workspace,
  attempts integer not null check (attempts between 1 and 5),
  begin_seconds integer check (begin_seconds between 1 and 86400),
  call_seconds integer check (call_seconds between 1 and 86400),
  fallbacks jsonb not null,
  updated_at timestamptz(3) not null,
  updated_by uuid not null
);
alter table model_call_policy enable row level security;
alter table model_call_policy force row level security;
create policy workspace on model_call_policy
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on model_call_policy to atelier_tenant;

create table cycle_intake (
  id uuid primary key,
  workspace_id uuid not null,
  project_id uuid not null,
  cycle_id uuid not null,
  run_id uuid not null,
  kind text check (kind in ('fault', 'security', 'feature', 'wording', 'upkeep', 'unclear')),
  urgency integer check (urgency between 2 and 4),
  duplicate_of uuid,
  note text check (note in ('no_agent', 'no_model', 'no_answer', 'unreadable', 'failed')),
  created_at timestamptz(3) not null,
  sorted_at timestamptz(3),
  unique (workspace_id, cycle_id),
  foreign key (workspace_id, cycle_id) references cycle (workspace_id, id),
  foreign key (workspace_id, project_id) references project (workspace_id, id),
  check ((kind is null) = (urgency is null)),
  check ((sorted_at is null) = ((kind is null) and (note is null))),
  check (kind is null or note is null)
);
create index cycle_intake_of_cycle on cycle_intake (cycle_id);
create index cycle_intake_of_project on cycle_intake (project_id);
alter table cycle_intake enable row level security;
alter table cycle_intake force row level security;
create policy workspace on cycle_intake to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, delete, update (kind, urgency, duplicate_of, note, sorted_at) on cycle_intake to atelier_tenant;

-- Whom to warn next: a row from the transaction that crossed a level to the one that writes the letters and the event.
create table budget_warning (
  id uuid primary key,
  workspace_id uuid not null references workspace,
  scope_kind text not null check (scope_kind in ('workspace', 'project', 'cycle')),
  scope_id uuid not null,
  level integer not null check (level in (50, 80, 100)),
  cap_micros bigint not null check (cap_micros between 0 and 9007199254740991),
  spent_micros bigint not null check (spent_micros between 0 and 9007199254740991),
  refused_micros bigint check (refused_micros between 0 and 9007199254740991),
  created_at timestamptz(3) not null
);
create index budget_warning_due on budget_warning (workspace_id, created_at);
alter table budget_warning enable row level security;
alter table budget_warning force row level security;
create policy due on budget_warning for select to atelier_identity using (true);
create policy workspace on budget_warning to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on budget_warning to atelier_tenant;
grant select (workspace_id) on budget_warning to atelier_identity;

create table billing_identity (
  workspace_id uuid primary key references workspace,
  legal_name text check (length(legal_name) between 1 and 200),
  address jsonb check (jsonb_typeof(address) = 'object'),
  vat_id text check (length(vat_id) <= 15),
  payment_terms text check (length(payment_terms) between 1 and 200),
  tax_classes jsonb not null check (jsonb_typeof(tax_classes) = 'array'),
  updated_at timestamptz(3) not null,
  updated_by uuid not null,
  number_format jsonb check (jsonb_typeof(number_format) = 'object'),
  tax_number text check (length(tax_number) between 1 and 40),
  bank_account jsonb check (jsonb_typeof(bank_account) = 'object'),
  contact jsonb check (jsonb_typeof(contact) = 'object'),
  all_scripts boolean not null default false
);
alter table billing_identity enable row level security;
alter table billing_identity force row level security;
create policy workspace on billing_identity to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update on billing_identity to atelier_tenant;

create table client_billing_identity (
  workspace_id uuid not null,
  client_account_id uuid not null,
  legal_name text check (length(legal_name) between 1 and 200),
  vat_id text check (length(vat_id) <= 15),
  buyer_reference text check (length(buyer_reference) between 1 and 100),
  updated_at timestamptz(3) not null,
  updated_by uuid not null,
  address jsonb check (jsonb_typeof(address) = 'object'),
  contact jsonb check (jsonb_typeof(contact) = 'object'),
  language text check (language in ('en', 'de')),
  primary key (workspace_id, client_account_id),
  foreign key (workspace_id, client_account_id) references client_account (workspace_id, id)
);
alter table client_billing_identity enable row level security;
alter table client_billing_identity force row level security;
create policy workspace on client_billing_identity to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update on client_billing_identity to atelier_tenant;

create table client_invoice (
  id uuid primary key,
  workspace_id uuid not null references workspace,
  client_account_id uuid not null,
  status text not null check (status in ('draft', 'final', 'void', 'paid')),
  type text not null check (type in ('380', '381')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  net_minor bigint not null check (net_minor between -9007199254740991 and 9007199254740991),
  tax_minor bigint not null check (tax_minor between -9007199254740991 and 9007199254740991),
  total_minor bigint not null check (total_minor between -9007199254740991 and 9007199254740991),
  tax_totals jsonb not null check (jsonb_typeof(tax_totals) = 'array'),
  seller_legal_name text check (length(seller_legal_name) between 1 and 200),
  seller_address text check (length(seller_address) between 1 and 500),
  seller_vat_id text,
  buyer_legal_name text not null check (length(buyer_legal_name) between 1 and 200),
  buyer_address text not null check (length(buyer_address) between 1 and 500),
  buyer_vat_id text,
  buyer_reference text,
  buyer_billing_email text check (length(buyer_billing_email) between 3 and 320),
  payment_terms text check (length(payment_terms) between 1 and 200),
  due_at timestamptz(3) not null,
  replaces_invoice_id uuid,
  invoice_number text,
  invoice_sequence bigint check (invoice_sequence >= 1),
  created_at timestamptz(3) not null,
  created_by uuid not null,
  issued_at timestamptz(3),
  issued_by uuid,
  logo_id text,
  logo_media_type text check (logo_media_type ~ '^image/[a-z+.-]+$'),
  paid_at timestamptz(3),
  payment_reference text check (length(payment_reference) between 1 and 200),
  settled_at timestamptz(3),
  settled_by uuid,
  voided_at timestamptz(3),
  voided_by uuid,
  void_reason text check (length(void_reason) between 1 and 500),
  previous_sequence bigint generated always as (nullif((invoice_sequence - 1), 0)) stored,
  seller_tax_number text,
  seller_postal_address jsonb check (jsonb_typeof(seller_postal_address) = 'object'),
  seller_bank_account jsonb check (jsonb_typeof(seller_bank_account) = 'object'),
  seller_contact jsonb check (jsonb_typeof(seller_contact) = 'object'),
  buyer_postal_address jsonb check (jsonb_typeof(buyer_postal_address) = 'object'),
  buyer_contact jsonb check (jsonb_typeof(buyer_contact) = 'object'),
  language text check (language in ('en', 'de')),
  brand jsonb check (jsonb_typeof(brand) = 'object'),
  unique (workspace_id, id, client_account_id, currency),
  unique (workspace_id, id),
  unique (workspace_id, invoice_number),
  unique (workspace_id, invoice_sequence),
  constraint client_invoice_gapless foreign key (workspace_id, previous_sequence)
    references client_invoice (workspace_id, invoice_sequence),
  foreign key (workspace_id, client_account_id) references client_account (workspace_id, id),
  foreign key (workspace_id, replaces_invoice_id) references client_invoice (workspace_id, id),
  constraint client_invoice_credit check ((type = '381') = (total_minor < 0)),
  constraint client_invoice_due check (due_at >= created_at),
  constraint client_invoice_due_once_issued check (due_at >= issued_at),
  constraint client_invoice_frozen check (issued_at is not null or seller_tax_number is null
    and seller_postal_address is null and seller_bank_account is null and seller_contact is null and brand is null),
  constraint client_invoice_issued check ((issued_at is null) = (invoice_number is null)
    and (issued_at is null) = (issued_by is null)),
  constraint client_invoice_logo check ((logo_id is null) = (logo_media_type is null)
    and (logo_id is null or issued_at is not null)),
  constraint client_invoice_number check ((invoice_number is null) = (invoice_sequence is null)
    and (status <> 'draft' or invoice_number is null)
    and (status not in ('final', 'paid') or invoice_number is not null)),
  constraint client_invoice_paid check (paid_at >= '2000-01-01 00:00:00+00'::timestamptz and paid_at <= settled_at),
  constraint client_invoice_settled check ((status = 'paid') = (settled_at is not null)
    and (settled_at is null) = (paid_at is null) and (settled_at is not null or settled_by is null)
    and (settled_at is not null or payment_reference is null)),
  constraint client_invoice_total check (total_minor::numeric = (net_minor::numeric + tax_minor::numeric)),
  constraint client_invoice_voided check ((status = 'void') = (voided_at is not null)
    and (voided_at is null) = (voided_by is null) and (voided_at is null) = (void_reason is null))
);
create index client_invoice_account on client_invoice (workspace_id, client_account_id, created_at desc, id desc);
create index client_invoice_issued on client_invoice (workspace_id, issued_at) where issued_at is not null;
create index client_invoice_newest on client_invoice (workspace_id, created_at desc, id desc);
create index client_invoice_open on client_invoice (workspace_id, id) where status = 'final';
create index client_invoice_voided on client_invoice (workspace_id, voided_at) where voided_at is not null;
alter table client_invoice enable row level security;
alter table client_invoice force row level security;
create policy due on client_invoice for select to atelier_identity using (true);
create policy workspace on client_invoice to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update on client_invoice to atelier_tenant;
grant select (id, workspace_id, status) on client_invoice to atelier_identity;

create table billable (
  id uuid primary key,
  workspace_id uuid not null references workspace,
  client_account_id uuid not null,
  corrects_id uuid,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  tax_class text not null check (length(tax_class) between 1 and 50),
  description text not null check (length(description) between 1 and 500),
  quantity numeric not null check (scale(quantity) <= 6 and quantity <> 0),
  unit text not null,
  unit_price_minor bigint not null check (unit_price_minor between 1 and 9007199254740991),
  amount_minor bigint not null check (amount_minor between -9007199254740991 and 9007199254740991),
  source_kind text not null check (source_kind in ('decision', 'cycle', 'task', 'entry')),
  source_id uuid,
  revision_hash text check (revision_hash ~ '^[0-9a-f]{64}$'),
  invoice_id uuid,
  write_off_reason text check (length(write_off_reason) between 1 and 500),
  written_off_at timestamptz(3),
  written_off_by uuid,
  created_at timestamptz(3) not null,
  created_by uuid not null,
  unique (workspace_id, id, client_account_id, currency),
  unique (workspace_id, id),
  foreign key (workspace_id, client_account_id) references client_account (workspace_id, id),
  constraint billable_workspace_id_corrects_id_client_account_id_curren_fkey foreign key (workspace_id, corrects_id,
    client_account_id, currency) references billable (workspace_id, id, client_account_id, currency),
  foreign key (workspace_id, invoice_id) references client_invoice (workspace_id, id),
  constraint billable_amount check (amount_minor::numeric = round((quantity * unit_price_minor::numeric))),
  constraint billable_approved check ((source_kind = 'decision') = (revision_hash is not null)),
  constraint billable_charge check (corrects_id is not null or quantity > 0),
  constraint billable_source check ((source_kind = 'entry') = (source_id is null)),
  constraint billable_written_off check ((written_off_at is null) = (written_off_by is null)
    and (written_off_at is null) = (write_off_reason is null) and (written_off_at is null or invoice_id is null))
);
create index billable_account on billable (workspace_id, client_account_id, created_at desc, id desc);
create index billable_corrects on billable (workspace_id, corrects_id) where corrects_id is not null;
create index billable_invoice on billable (workspace_id, invoice_id) where invoice_id is not null;
create index billable_newest on billable (workspace_id, created_at desc, id desc);
alter table billable enable row level security;
alter table billable force row level security;
create policy workspace on billable to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update on billable to atelier_tenant;

create table client_invoice_line (
  workspace_id uuid not null,
  invoice_id uuid not null,
  position integer not null check (position >= 1),
  client_account_id uuid not null,
  currency text not null,
  billable_id uuid not null,
  description text not null,
  quantity numeric not null,
  unit text not null,
  unit_price_minor bigint not null check (unit_price_minor between -9007199254740991 and 9007199254740991),
  amount_minor bigint not null check (amount_minor between -9007199254740991 and 9007199254740991),
  tax_class text not null,
  category text not null check (category in ('S', 'Z', 'E', 'AE', 'K', 'G', 'O')),
  rate_bps integer not null check (rate_bps between 0 and 10000),
  reason text,
  primary key (workspace_id, invoice_id, position),
  unique (workspace_id, invoice_id, billable_id),
  constraint client_invoice_line_workspace_id_billable_id_client_accoun_fkey foreign key (workspace_id, billable_id,
    client_account_id, currency) references billable (workspace_id, id, client_account_id, currency),
  constraint client_invoice_line_workspace_id_invoice_id_client_account_fkey foreign key (workspace_id, invoice_id,
    client_account_id, currency) references client_invoice (workspace_id, id, client_account_id, currency),
  constraint client_invoice_line_amount check (amount_minor::numeric = round((quantity * unit_price_minor::numeric))),
  constraint client_invoice_line_rate check ((category = 'S') = (rate_bps > 0))
);
create index client_invoice_line_billable on client_invoice_line (workspace_id, billable_id);
alter table client_invoice_line enable row level security;
alter table client_invoice_line force row level security;
create policy workspace on client_invoice_line to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert on client_invoice_line to atelier_tenant;

create table cycle_repository (
  run_id uuid not null,
  repository_id uuid not null,
  workspace_id uuid not null,
  cycle_id uuid not null,
  target_ref text not null,
  base_sha text not null,
  integration_sha text not null,
  from_sha text,
  to_sha text,
  delivered_at timestamptz(3),
  created_at timestamptz(3) not null,
  primary key (run_id, repository_id),
  foreign key (workspace_id, cycle_id) references cycle (workspace_id, id),
  foreign key (workspace_id, repository_id) references repository (workspace_id, id),
  check ((from_sha is null) = (to_sha is null)),
  check (delivered_at is null or to_sha is not null)
);
create index cycle_repository_of_cycle on cycle_repository (cycle_id);
create index cycle_repository_of_repository on cycle_repository (repository_id, to_sha);
alter table cycle_repository enable row level security;
alter table cycle_repository force row level security;
create policy workspace on cycle_repository to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update (integration_sha, from_sha, to_sha, delivered_at) on cycle_repository to atelier_tenant;

create table client_invoice_counter (
  workspace_id uuid primary key references workspace,
  last_sequence bigint not null check (last_sequence >= 1),
  last_issued_at timestamptz(3) not null
);
alter table client_invoice_counter enable row level security;
alter table client_invoice_counter force row level security;
create policy workspace on client_invoice_counter to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update on client_invoice_counter to atelier_tenant;

-- Logos as they were at issue, once for each picture: the id is its digest.
create table client_invoice_logo (
  workspace_id uuid not null references workspace,
  id text not null check (id ~ '^[0-9a-f]{64}$'),
  content bytea not null check (length(content) between 1 and 262144),
  primary key (workspace_id, id)
);
alter table client_invoice_logo enable row level security;
alter table client_invoice_logo force row level security;
create policy workspace on client_invoice_logo to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert on client_invoice_logo to atelier_tenant;

create table payment_connection (
  id uuid primary key,
  workspace_id uuid not null references workspace,
  provider text not null check (provider in ('stripe', 'adyen')),
  is_live boolean not null,
  merchant_account text check (length(merchant_account) between 1 and 80),
  live_prefix text check (length(live_prefix) between 1 and 80),
  -- Gone once nothing is to be asked of the provider any more.
  api_key_version integer,
  api_key_ciphertext bytea,
  api_key_ending text,
  webhook_key_version integer,
  webhook_ciphertext bytea,
  has_webhook_secret boolean not null,
  notice_at timestamptz(3),
  connected_at timestamptz(3) not null,
  connected_by uuid not null,
  updated_at timestamptz(3) not null,
  updated_by uuid not null,
  disconnected_at timestamptz(3),
  disconnected_by uuid,
  unique (workspace_id, id),
  constraint payment_connection_adyen check ((provider = 'adyen') = (merchant_account is not null)
    and (live_prefix is null or provider = 'adyen')),
  constraint payment_connection_api_key check ((api_key_version is null) = (api_key_ciphertext is null)
    and (disconnected_at is not null or api_key_version is not null)),
  constraint payment_connection_disconnected check ((disconnected_at is null) = (disconnected_by is null)),
  constraint payment_connection_webhook check ((webhook_key_version is null) = (webhook_ciphertext is null)
    and (disconnected_at is not null or webhook_key_version is not null))
);
create index payment_connection_ended on payment_connection (disconnected_at) where disconnected_at is not null
  and (api_key_version is not null or webhook_key_version is not null);
create unique index payment_connection_one on payment_connection (workspace_id) where disconnected_at is null;
alter table payment_connection enable row level security;
alter table payment_connection force row level security;
create policy due on payment_connection for select to atelier_identity using (true);
create policy workspace on payment_connection to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update on payment_connection to atelier_tenant;
grant select (id, workspace_id, api_key_version, webhook_key_version, disconnected_at) on payment_connection
  to atelier_identity;

-- What the address of a webhook is found by.
create table payment_token (
  token_hash bytea primary key check (length(token_hash) = 32),
  workspace_id uuid not null,
  connection_id uuid not null unique,
  foreign key (workspace_id, connection_id) references payment_connection (workspace_id, id)
);
alter table payment_token enable row level security;
alter table payment_token force row level security;
create policy identity on payment_token for select to atelier_identity using (true);
create policy workspace on payment_token to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, delete on payment_token to atelier_tenant;
grant select (token_hash, workspace_id, connection_id) on payment_token to atelier_identity;

create table client_checkout (
  id uuid primary key,
  workspace_id uuid not null,
  invoice_id uuid not null,
  connection_id uuid not null,
  status text not null check (status in ('opening', 'open', 'paid', 'completed', 'canceled', 'expired', 'refused')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  provider_amount bigint not null check (provider_amount between 1 and 9007199254740991),
  success_url text not null check (length(success_url) between 1 and 2000),
  reference text check (length(reference) between 1 and 200),
  url text check (length(url) between 1 and 4000),
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  created_by uuid not null,
  -- How often it was tried to end it, and from when on the next attempt may begin.
  attempts integer not null,
  next_attempt_at timestamptz(3) not null,
  ended_at timestamptz(3),
  unique (workspace_id, id, invoice_id),
  unique (workspace_id, id),
  foreign key (workspace_id, connection_id) references payment_connection (workspace_id, id),
  foreign key (workspace_id, invoice_id) references client_invoice (workspace_id, id),
  constraint client_checkout_ended check ((status in ('opening', 'open')) = (ended_at is null)),
  constraint client_checkout_open check ((reference is null) = (url is null) and (status <> 'open' or url is not null))
);
create index client_checkout_connection on client_checkout (workspace_id, connection_id) where ended_at is null;
create index client_checkout_due on client_checkout (next_attempt_at) where ended_at is null;
create unique index client_checkout_live on client_checkout (workspace_id, invoice_id) where ended_at is null;
alter table client_checkout enable row level security;
alter table client_checkout force row level security;
create policy due on client_checkout for select to atelier_identity using (true);
create policy workspace on client_checkout to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update on client_checkout to atelier_tenant;
grant select (workspace_id, invoice_id, connection_id, expires_at, next_attempt_at, ended_at) on client_checkout
  to atelier_identity;

create table payment_notice (
  id uuid primary key,
  workspace_id uuid not null,
  connection_id uuid not null,
  event_id text not null check (length(event_id) between 1 and 300),
  checkout_id uuid,
  invoice_id uuid,
  payment_reference text not null check (length(payment_reference) between 1 and 200),
  currency text not null check (length(currency) between 1 and 200),
  provider_amount bigint not null check (provider_amount between -9007199254740991 and 9007199254740991),
  outcome text not null check (outcome in ('settled', 'repeated', 'mismatched')),
  reason text,
  created_at timestamptz(3) not null,
  unique (workspace_id, connection_id, event_id),
  foreign key (workspace_id, checkout_id, invoice_id) references client_checkout (workspace_id, id, invoice_id),
  foreign key (workspace_id, connection_id) references payment_connection (workspace_id, id),
  constraint payment_notice_checkout check ((checkout_id is null) = (invoice_id is null)),
  constraint payment_notice_reason check ((outcome = 'mismatched') = (reason is not null)),
  constraint payment_notice_settled check (outcome = 'mismatched' or checkout_id is not null)
);
create index payment_notice_newest on payment_notice (workspace_id, created_at desc, id desc);
create unique index payment_notice_settles on payment_notice (workspace_id, invoice_id) where outcome = 'settled';
alter table payment_notice enable row level security;
alter table payment_notice force row level security;
create policy workspace on payment_notice to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert on payment_notice to atelier_tenant;

-- How a person wants the console to look and behave, on every device; null where the device says it.
create table person_preference (
  user_id uuid primary key references users on delete cascade,
  theme text check (theme in ('light', 'dark')),
  density text check (density in ('normal', 'compact')),
  language text check (language in ('en', 'de')),
  single_keys boolean not null,
  updated_at timestamptz(3) not null
);
grant select, insert, update, delete on person_preference to atelier_identity;

create table line_comment (
  id uuid primary key,
  workspace_id uuid not null,
  project_id uuid not null,
  cycle_id uuid not null,
  task_id uuid not null,
  -- The change that its author read.
  commit_sha text not null check (commit_sha ~ '^[0-9a-f]{40}$'),
  path text not null check (length(path) between 1 and 4096),
  side text not null check (side in ('before', 'after')),
  line integer not null check (line >= 1),
  line_text text not null check (length(line_text) <= 500),
  body text not null check (length(body) between 1 and 2000),
  created_by uuid not null,
  created_at timestamptz(3) not null,
  sent_at timestamptz(3),
  -- The request whose decision sent it.
  request_id uuid,
  foreign key (workspace_id, cycle_id) references cycle (workspace_id, id),
  foreign key (workspace_id, project_id) references project (workspace_id, id),
  foreign key (workspace_id, task_id) references task (workspace_id, id),
  check ((sent_at is null) = (request_id is null))
);
create index line_comment_of_person on line_comment (created_by, created_at, id);
create index line_comment_of_project on line_comment (project_id);
create index line_comment_of_request on line_comment (request_id) where request_id is not null;
create index line_comment_of_task on line_comment (task_id, created_at desc, id desc);
alter table line_comment enable row level security;
alter table line_comment force row level security;
create policy workspace on line_comment to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, delete, update (sent_at, request_id) on line_comment to atelier_tenant;

create table client_invoice_letter (
  id uuid primary key,
  workspace_id uuid not null,
  invoice_id uuid not null,
  mail_id uuid not null unique,
  kind text not null check (kind in ('invoice', 'reminder')),
  -- Of a reminder: so many days after the invoice is due; negative before.
  day_offset integer check (day_offset between -90 and 365),
  -- What the letter says of the invoice.
  invoice_status text not null check (invoice_status in ('final', 'paid')),
  recipient text not null check (length(recipient) between 1 and 320),
  language text not null check (language in ('en', 'de')),
  has_xml boolean not null,
  xml_omitted text check (length(xml_omitted) between 1 and 100),
  xml_lacks text[] not null,
  pay_link text not null check (pay_link in ('given', 'not_payable', 'no_portal')),
  created_at timestamptz(3) not null,
  created_by uuid,
  withdrawn_at timestamptz(3),
  -- Kept once the mail is over, as the queue forgets it thirty days later.
  outcome text check (outcome in ('sent', 'outbox', 'refused', 'withdrawn', 'removed')),
  reason text check (length(reason) <= 300),
  ended_at timestamptz(3),
  evidence_sha256 text check (evidence_sha256 ~ '^[0-9a-f]{64}$'),
  unique (workspace_id, id),
  foreign key (workspace_id, invoice_id) references client_invoice (workspace_id, id),
  constraint client_invoice_letter_ended check ((outcome is null) = (ended_at is null)
    and (outcome is not null or reason is null)),
  constraint client_invoice_letter_evidence check (kind = 'invoice' or evidence_sha256 is null),
  constraint client_invoice_letter_reminder
    check ((kind = 'reminder') = (day_offset is not null) and (kind = 'reminder') = (created_by is null)
    and (kind = 'invoice' or invoice_status = 'final')),
  constraint client_invoice_letter_xml check (has_xml = (xml_omitted is null))
);
create index client_invoice_letter_newest on client_invoice_letter (workspace_id, invoice_id, created_at desc, id desc);
create index client_invoice_letter_open on client_invoice_letter (created_at) where outcome is null;
create unique index client_invoice_letter_stage on client_invoice_letter (workspace_id, invoice_id, day_offset)
  where kind = 'reminder';
alter table client_invoice_letter enable row level security;
alter table client_invoice_letter force row level security;
create policy due on client_invoice_letter for select to atelier_identity using (true);
create policy workspace on client_invoice_letter to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update (withdrawn_at, outcome, reason, ended_at) on client_invoice_letter to atelier_tenant;
grant select (workspace_id, mail_id, outcome) on client_invoice_letter to atelier_identity;

create table invoice_reminders (
  workspace_id uuid not null references workspace,
  client_account_id uuid,
  -- So many days after an invoice is due, negative before; empty where none goes.
  days jsonb not null check (jsonb_typeof(days) = 'array' and jsonb_array_length(days) <= 10),
  updated_at timestamptz(3) not null,
  updated_by uuid not null,
  unique nulls not distinct (workspace_id, client_account_id),
  foreign key (workspace_id, client_account_id) references client_account (workspace_id, id)
);
alter table invoice_reminders enable row level security;
alter table invoice_reminders force row level security;
create policy due on invoice_reminders for select to atelier_identity using (true);
create policy workspace on invoice_reminders to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on invoice_reminders to atelier_tenant;
grant select (workspace_id, days) on invoice_reminders to atelier_identity;

create table accounting_settings (
  workspace_id uuid primary key references workspace,
  consultant_number integer check (consultant_number between 1001 and 9999999),
  client_number integer check (client_number between 1 and 99999),
  fiscal_year_start_month integer not null check (fiscal_year_start_month between 1 and 12),
  account_length integer not null check (account_length between 4 and 8),
  chart text check (chart in ('03', '04')),
  tax_accounts jsonb not null check (jsonb_typeof(tax_accounts) = 'array' and jsonb_array_length(tax_accounts) <= 50),
  updated_at timestamptz(3) not null,
  updated_by uuid not null
);
alter table accounting_settings enable row level security;
alter table accounting_settings force row level security;
create policy workspace on accounting_settings to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update on accounting_settings to atelier_tenant;

create table client_accounting (
  workspace_id uuid not null,
  client_account_id uuid not null,
  debtor_account text not null check (debtor_account ~ '^[1-6][0-9]{4,8}$'),
  updated_at timestamptz(3) not null,
  updated_by uuid not null,
  primary key (workspace_id, client_account_id),
  foreign key (workspace_id, client_account_id) references client_account (workspace_id, id)
);
alter table client_accounting enable row level security;
alter table client_accounting force row level security;
create policy workspace on client_accounting to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on client_accounting to atelier_tenant;

create table search_word (
  workspace_id uuid not null references workspace,
  entry_id uuid not null,
  word text not null collate pg_catalog."C" check (length(word) between 1 and 40),
  kind text not null check (kind in ('project', 'cycle', 'task', 'message', 'answer')),
  project_id uuid not null,
  weight smallint not null check (weight in (1, 4)),
  primary key (workspace_id, entry_id, word)
);
create index search_word_found on search_word (workspace_id, word, entry_id desc) include (kind, project_id, weight);
alter table search_word enable row level security;
alter table search_word force row level security;
create policy workspace on search_word to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, delete on search_word to atelier_tenant;

create table invoice_reminder_obstacle (
  workspace_id uuid not null,
  invoice_id uuid not null,
  day_offset integer not null check (day_offset between -90 and 365),
  reason text not null check (reason in ('invoice_not_reconciled', 'invoice_not_encodable')),
  field text check (length(field) between 1 and 100),
  created_at timestamptz(3) not null,
  primary key (workspace_id, invoice_id, day_offset),
  foreign key (workspace_id, invoice_id) references client_invoice (workspace_id, id),
  constraint invoice_reminder_obstacle_field check ((reason = 'invoice_not_encodable') = (field is not null))
);
alter table invoice_reminder_obstacle enable row level security;
alter table invoice_reminder_obstacle force row level security;
create policy workspace on invoice_reminder_obstacle to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update on invoice_reminder_obstacle to atelier_tenant;

-- One job for each step that is queued or running. A process may take it from `available_at` on: that is when it is
-- due, and while a process holds it, when that process's lease ends. `lease_id` names the holder's claim. The time has
-- microseconds: rounded up to milliseconds, a job would not be due yet when the worker looks that its commit woke.
create table queue.job (
  id uuid primary key,
  workspace_id uuid not null,
  run_id uuid not null,
  seq integer not null check (seq > 0),
  available_at timestamptz not null,
  lease_id uuid
);
create index job_available on queue.job (available_at, id);
grant select, insert, update, delete on queue.job to atelier_tenant;

alter table project add foreign key (workspace_id, client_account_id) references client_account (workspace_id, id);

alter table project add foreign key (workspace_id, head_revision_id) references revision (workspace_id, id);

alter table project_grant add foreign key (workspace_id, client_account_id, user_id) references seat on delete cascade;

alter table client_invoice add foreign key (workspace_id, logo_id) references client_invoice_logo;

alter table billable add constraint billable_on_line foreign key (workspace_id, invoice_id, id)
  references client_invoice_line (workspace_id, invoice_id, billable_id);

create policy workspace on users for select to atelier_tenant
  using (exists ( select from membership m
  where ((m.user_id = users.id) and (m.workspace_id = nullif(current_setting('app.workspace', true), '')::uuid))));
create policy workspace on letter_setting for select to atelier_tenant
  using (exists ( select from membership m
  where ((m.user_id = letter_setting.user_id)
  and (m.workspace_id = nullif(current_setting('app.workspace', true), '')::uuid))));

create function client_invoice_change() returns trigger language plpgsql as $$
declare
  later constant text[] = array['status', 'paid_at', 'payment_reference', 'settled_at', 'settled_by', 'voided_at',
    'voided_by', 'void_reason',
    -- Computed after this trigger.
    'previous_sequence'];
  line_count bigint;
  line_sum numeric;
  loose_count bigint;
begin
  if new.status <> old.status and (old.status, new.status) not in
    (('draft', 'final'), ('draft', 'void'), ('final', 'void'), ('final', 'paid')) then
    perform client_invoice_refuse('a status follows the one before it');
  end if;
  if old.status in ('paid', 'void') then
    perform client_invoice_refuse('a settled or void invoice stays');
  end if;
  if old.status = 'final' and to_jsonb(new) - later <> to_jsonb(old) - later then
    perform client_invoice_refuse('an issued invoice stays');
  end if;
  if old.status = 'draft' and new.status = 'final' then
    select count(*), sum(l.amount_minor), count(*) filter (where b.invoice_id is distinct from new.id)
      into line_count, line_sum, loose_count
      from client_invoice_line l
      join billable b on b.workspace_id = l.workspace_id and b.id = l.billable_id
      where l.workspace_id = new.workspace_id and l.invoice_id = new.id;
    if line_count = 0 or line_sum <> new.net_minor or loose_count > 0 then
      perform client_invoice_refuse('an issued invoice bills its lines');
    end if;
  end if;
  return new;
end $$;

create function client_invoice_line_add() returns trigger language plpgsql as $$
begin
  if not exists (select from client_invoice i
    where i.workspace_id = new.workspace_id and i.id = new.invoice_id and i.status = 'draft') then
    perform client_invoice_refuse('lines are those of a draft');
  end if;
  return new;
end $$;

create function client_invoice_refuse(rule text) returns void language plpgsql as $$
begin
  raise exception using errcode = 'check_violation', message = format('An invoice breaks the rule “%s”', rule);
end $$;

-- The month that a time lies in where the workspace is, as 2026-11. The row that says where is for people alone.
create function month_here(at timestamptz) returns text language sql stable security definer
  set search_path = public, pg_temp as $$
  select to_char(at at time zone time_zone, 'YYYY-MM') from workspace
  where id = nullif(current_setting('app.workspace', true), '')::uuid
$$;
revoke all on function month_here(at timestamptz) from public;
grant all on function month_here(at timestamptz) to atelier_tenant;

-- One place for whatever writes these texts, the removal of a project and of a person too: it keeps an index.
create function search_keep() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform search_say(old.workspace_id, old.id, null, null, '', '');
  elsif tg_table_name = 'project' then
    perform search_say(new.workspace_id, new.id, 'project', new.id, new.name, '');
  elsif tg_table_name = 'message' then
    perform search_say(new.workspace_id, new.id,
      case when new.author_side = 'agent' or new.agent_id is not null then 'answer' else 'message' end,
      new.project_id, '', new.content);
  elsif new.deleted_at is null then
    perform search_say(new.workspace_id, new.id, tg_table_name, new.project_id, new.title, new.description);
  else
    delete from search_word w where w.workspace_id = new.workspace_id and w.entry_id = new.id;
    if tg_table_name = 'cycle' then
      delete from search_word w using message m
      where m.cycle_id = new.id and w.workspace_id = m.workspace_id and w.entry_id = m.id;
    end if;
  end if;
  return null;
end
$$;

create function search_say(
  in_workspace uuid, entry uuid, of_kind text, in_project uuid, heading text, body text
) returns void language sql as $$
  delete from search_word where workspace_id = in_workspace and entry_id = entry;
  insert into search_word (workspace_id, entry_id, word, kind, project_id, weight)
  select in_workspace, entry, said.word, of_kind, in_project, max(said.weight)
  from (select word, 4 as weight from search_words(heading)
        union all select word, 1 from search_words(body)) said
  where in_project is not null
  group by said.word
$$;

-- Weeks begin at midnight where the workspace is; its row belongs to another role, which this shows the zone of alone.
create function workspace_time_zone() returns text language sql stable security definer
  set search_path = public, pg_temp as $$
  select time_zone from workspace where id = nullif(current_setting('app.workspace', true), '')::uuid
$$;
revoke all on function workspace_time_zone() from public;
grant all on function workspace_time_zone() to atelier_tenant;

create trigger search_keep after insert or delete on project for each row execute function search_keep();
create trigger search_renew after update of name on project for each row when (old.name is distinct from new.name)
  execute function search_keep();
create trigger search_keep after insert or delete on cycle for each row execute function search_keep();
create trigger search_renew after update of title, description, deleted_at on cycle for each row
  when ((old.title, old.description, old.deleted_at) is distinct from (new.title, new.description, new.deleted_at))
  execute function search_keep();
create trigger search_keep after insert or delete on task for each row execute function search_keep();
create trigger search_renew after update of title, description, deleted_at on task for each row
  when ((old.title, old.description, old.deleted_at) is distinct from (new.title, new.description, new.deleted_at))
  execute function search_keep();
create trigger search_keep after insert or delete on message for each row execute function search_keep();
create trigger search_renew after update of content on message for each row
  when (old.content is distinct from new.content) execute function search_keep();
create trigger client_invoice_change before update on client_invoice for each row
  execute function client_invoice_change();
create trigger client_invoice_line_add before insert on client_invoice_line for each row
  execute function client_invoice_line_add();
