
-- The schema of release 0.3.0, in place of the migrations up to 0381_access_points.sql, which are in the history of the
-- repository. A database that has all of them goes on behind this file; an older one needs release 0.3.0 first.
-- replaces: 0381_access_points.sql of 0.3.0, sha256 8148318a4829393cb7f5ecd04c3ec9eac0193dc25d3a07a527d78dc59f836c43
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
  -- When the member last signed in with the provider, and when a letter said that keys will stop.
  identity_provider_at timestamptz(3),
  keys_warned_at timestamptz(3),
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
  client_id text check (length(client_id) <= 500),
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
  event_position bigint not null default 0 check (event_position >= 0),
  -- The time of the newest event: a transaction that began earlier and commits later gets no earlier one.
  event_at timestamptz(3)
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
  -- The machine that has the sandbox. Those of earlier versions are of none: the next step of their run takes one anew.
  machine_id uuid,
  -- Which project's sandbox a slot of people is, and where the process that runs it answers other processes of the instance.
  project_id uuid,
  address text,
  -- A step in which many processes died is tried on a machine without other steps: none begins there while its run has the slot.
  alone boolean not null default false,
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
  -- Short handles that people can say: a project has a few capital letters, and its cycles and tasks share its numbers, as in
  -- HAR-12. Triggers give them, since a process of the version before inserts rows as well and knows no handles.
  handle text check (handle ~ '^[A-Z]{2,4}$') not null,
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
  -- Who asked for a model call, where no run did: usage by person.
  called_by uuid,
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
  restores_revision_id uuid,
  restores_from_revision_id uuid,
  -- A cycle can add the tests of an examiner to the project, which a delivered task was shown with.
  keeps_tests_of_task_id uuid,
  handle text check (handle ~ '^[A-Z]{2,4}-[1-9][0-9]*$') not null,
  tracker_url text check (length(tracker_url) <= 2048),
  -- Whether the agents of a cycle's current run have a desktop.
  run_has_desktop boolean not null default false,
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
  -- What became of the rounds that follow the coder's part of a task: tests, documentation and the like, each once.
  rounds jsonb not null default '[]' check (jsonb_typeof(rounds) = 'array'),
  tests_kept_by_cycle_id uuid,
  handle text check (handle ~ '^[A-Z]{2,4}-[1-9][0-9]*$') not null,
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
  identity_provider_id uuid,
  identity_provider_at timestamptz(3),
  passkey_id uuid,
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
  -- Of stored names that are the same now, the oldest has the key. The others stay as they are, without one, until they
  -- get another name.
  name_key text,
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
  name_key text,
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
  -- The place in a page of a preview that a message is about.
  pin jsonb,
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
  -- Of the cycle that a letter is about; null for other letters.
  handle text,
  -- How many things of a change, about which a letter asks, no test shows; null in letters about anything else.
  unshown int4,
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
  all_scripts boolean not null default false,
  -- How networks address seller and buyer, and what else their electronic invoices say, kept with each invoice.
  electronic jsonb check (jsonb_typeof(electronic) = 'object')
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
  electronic jsonb check (jsonb_typeof(electronic) = 'object'),
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
  service_from text check (service_from ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  service_to text check (service_to ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  seller_electronic jsonb check (jsonb_typeof(seller_electronic) = 'object'),
  buyer_electronic jsonb check (jsonb_typeof(buyer_electronic) = 'object'),
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
  updated_at timestamptz(3) not null,
  -- Failures of cycles that a person has dismissed: for each the cycle, and when it failed. The newest 200.
  dismissed_failures jsonb not null default '[]'
  check (jsonb_typeof(dismissed_failures) = 'array' and jsonb_array_length(dismissed_failures) <= 200)
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
  -- In the order of what is attached; empty for letters before this version.
  document_hashes text[] not null default '{}',
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
-- A verdict says whether a test proves the change (proved) or what passed before still passes (checked). Both were called
-- verified. A change is proved where a test was recorded that fails without it and passes with it.

-- A migration belongs to no workspace: under its own row-level security the owner would see no row of these tables.
alter table task no force row level security;
alter table activity_event no force row level security;
alter table project no force row level security;
alter table workspace_default no force row level security;
alter table webhook no force row level security;

alter table task force row level security;
alter table activity_event force row level security;
alter table project force row level security;
alter table workspace_default force row level security;
alter table webhook force row level security;
-- An invoice may be due on the day that it is written, or before. What is left of the rules about its due day keeps
-- years to four digits, as documents and exports write them.

alter table client_invoice drop constraint client_invoice_due;
alter table client_invoice drop constraint client_invoice_due_once_issued;
-- Not checked for older rows, whose due days were never before their creation.
alter table client_invoice add constraint client_invoice_due
  check (due_at >= '2000-01-01T00:00:00Z' and due_at < '10000-01-01T00:00:00Z') not valid;
-- The days on which what an invoice bills was done, as YYYY-MM-DD; one day where both are the same.

alter table client_invoice
  add constraint client_invoice_service_period
    check ((service_from is null) = (service_to is null) and service_from <= service_to);
-- A cycle can bring the files of its project back to an earlier revision, from the revision that was newest when it was
-- proposed.

alter table cycle
  add constraint cycle_restores check (
    (restores_revision_id is null) = (restores_from_revision_id is null)
    and (restores_revision_id is null or reverts_cycle_id is null)
  );

create index cycle_restoring on cycle (project_id) where restores_revision_id is not null and deleted_at is null;
-- The timeline of a project shows few types of its events; the newest of those are found without reading the others.
create index activity_event_timeline on activity_event (workspace_id, project_id, occurred_at desc, position desc)
  where name in ('cycle.proposed', 'cycle.completed', 'cycle.failed', 'cycle.stopped', 'cycle.reverted', 'task.checked',
    'task.reviewed', 'deliverable.published', 'deliverable_approval.decided', 'pending_request.created');
-- The letter of an invitation to a portal carries a token beside that of the link: it proves that the letter was read.
-- Only identity reads it, so no answer about invitations can carry it. The hash covers the address as well: an
-- invitation whose address is erased leads nobody in.
create table portal_letter_token (
  invitation_id uuid primary key,
  workspace_id uuid not null,
  token_hash bytea not null check (length(token_hash) = 32),
  foreign key (workspace_id, invitation_id) references portal_invitation (workspace_id, id) on delete cascade
);
alter table portal_letter_token enable row level security;
alter table portal_letter_token force row level security;
create policy workspace on portal_letter_token to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
create policy identity on portal_letter_token to atelier_identity using (true);
grant insert on portal_letter_token to atelier_tenant;
grant select (invitation_id, token_hash), delete on portal_letter_token to atelier_identity;

grant select (invitation_id) on portal_token to atelier_identity;
grant select (id, email, email_normal) on portal_invitation to atelier_identity;
-- Conversations that an issue tracker delegated into a project. No tracker can be connected yet, so there are none.

create table linear_session (
  id uuid primary key,
  workspace_id uuid not null,
  project_id uuid not null,
  -- The cycle that was made of it.
  cycle_id uuid,
  -- How the tracker names the conversation and its issue.
  session_key text not null check (length(session_key) between 1 and 200),
  issue_key text not null check (length(issue_key) between 1 and 200),
  issue_title text not null check (length(issue_title) between 1 and 500),
  issue_url text not null check (length(issue_url) <= 2048),
  created_at timestamptz(3) not null,
  tracker_id uuid,
  told_status text,
  closed_at timestamptz(3),
  unique (workspace_id, session_key),
  foreign key (workspace_id, project_id) references project (workspace_id, id),
  foreign key (workspace_id, cycle_id) references cycle (workspace_id, id)
);
create index linear_session_of_project on linear_session (project_id, created_at desc, id desc);

alter table linear_session enable row level security;
alter table linear_session force row level security;
create policy workspace on linear_session to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, delete on linear_session to atelier_tenant;
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
  hook_token_hash bytea check (length(hook_token_hash) = 32),
  hook_key_version integer,
  hook_ciphertext bytea,
  last_delivery_at timestamptz(3),
  -- An app of GitHub in the place of a token: its private key is then what is sealed as `ciphertext`.
  app_id text check (length(app_id) between 1 and 100),
  installation_id text check (installation_id ~ '^[0-9]{1,20}$'),
  name_key text,
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
  -- Projects that were connected before go on being pushed; a later one is delivered by pull requests unless it says not.
  pull_requests boolean not null default false,
  hook_id text check (length(hook_id) <= 100),
  hook_attempts integer not null default 0 check (hook_attempts >= 0),
  hook_next_at timestamptz(3),
  hook_error text check (length(hook_error) <= 1000),
  -- Since when the branch at the host may have commits that the project does not have.
  look_at timestamptz(3),
  look_error text check (length(look_error) <= 1000),
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

alter table cycle add constraint cycle_keeps_tests check (
  keeps_tests_of_task_id is null or (reverts_cycle_id is null and restores_revision_id is null)
);
create index task_tests_kept on task (tests_kept_by_cycle_id) where tests_kept_by_cycle_id is not null;

-- The last number that a project gave. It is no column of the project: a transaction that adds a task may hold
-- the cycle, and would wait for one that holds the project and wants that cycle.
create table handle_counter (
  project_id uuid primary key,
  workspace_id uuid not null,
  last_number integer not null check (last_number > 0),
  foreign key (workspace_id, project_id) references project (workspace_id, id)
);
alter table handle_counter enable row level security;
alter table handle_counter force row level security;
create policy workspace on handle_counter to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update on handle_counter to atelier_tenant;

create function letter_of(number integer) returns text language sql immutable as $$ select chr(65 + number % 26) $$;

-- The first of these that no project of the workspace has: three letters of the name, the initials of its words, four
-- letters, the first letter with two later ones; else the first letter with any two, or any four, from the number of
-- projects on, where most are free.
create function free_project_handle(in_workspace uuid, called text) returns text language plpgsql as $$
declare
  plain text := upper(regexp_replace(normalize(called, NFKD), '[^A-Za-z ]', '', 'g') collate "C");
  letters text := replace(plain, ' ', '');
  initials text := left(regexp_replace(plain, '([A-Z])[A-Z]*| ', '\1', 'g'), 4);
  beginning text := coalesce(nullif(left(letters, 1), ''), 'P');
  first_number integer;
  found text;
begin
  select candidate into found from (
    select 1 as rank, 0 as place, left(letters, 3) as candidate
    union all select 2, 0, initials
    union all select 3, 0, left(letters, 4)
    union all select 4, i * 20 + j, beginning || substr(letters, i, 1) || substr(letters, j, 1)
      from generate_series(2, 12) i, generate_series(3, 13) j where i < j and j <= length(letters)
  ) of_name
  where candidate ~ '^[A-Z]{2,4}$'
    and not exists (select from project p where p.workspace_id = in_workspace and p.handle = candidate)
  order by rank, place limit 1;
  if found is not null then return found; end if;
  select count(*) into first_number from project p where p.workspace_id = in_workspace;
  for n in first_number .. first_number + 675 loop
    found := beginning || letter_of(n / 26) || letter_of(n);
    if not exists (select from project p where p.workspace_id = in_workspace and p.handle = found) then
      return found;
    end if;
  end loop;
  for n in first_number .. first_number + 456975 loop
    found := letter_of(n / 17576) || letter_of(n / 676) || letter_of(n / 26) || letter_of(n);
    exit when not exists (select from project p where p.workspace_id = in_workspace and p.handle = found);
  end loop;
  return found;
end
$$;

-- Of two projects that come at once, the second chooses when the first is there.
create function give_project_handle() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('project handles ' || new.workspace_id, 0));
  new.handle := free_project_handle(new.workspace_id, new.name);
  return new;
end
$$;

create function give_handle() returns trigger language plpgsql as $$
declare given integer;
begin
  insert into handle_counter as counter (project_id, workspace_id, last_number)
  values (new.project_id, new.workspace_id, 1)
  on conflict (project_id) do update set last_number = counter.last_number + 1
  returning last_number into given;
  select p.handle || '-' || given into new.handle from project p where p.id = new.project_id;
  return new;
end
$$;
create unique index project_handle on project (workspace_id, handle);
create unique index cycle_handle on cycle (workspace_id, handle);
create unique index task_handle on task (workspace_id, handle);

create trigger give_handle before insert on project for each row execute function give_project_handle();
create trigger give_handle before insert on cycle for each row execute function give_handle();
create trigger give_handle before insert on task for each row execute function give_handle();

create function give_letter_handle() returns trigger language plpgsql as $$
begin
  select c.handle into new.handle from cycle c where c.id = new.cycle_id;
  return new;
end
$$;
create trigger give_handle before insert on letter for each row when (new.cycle_id is not null)
  execute function give_letter_handle();
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
  generation integer not null default 0,
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
  -- Pictures of a deployment, taken by a browser in a sandbox once the deployment is live.
  -- Null for deployments of which no pictures are taken.
  pictures_state text
  check (pictures_state in ('waiting', 'taken', 'no_browser', 'browser_failed', 'removed')),
  -- When the build of a deployment was removed to make room; the deployment stays in the history.
  build_removed_at timestamptz(3),
  generation integer not null,
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
-- A cycle on whose deliverable a client decided cannot be deleted: the decision would no longer be found. It is a
-- function because the statement that deletes belongs to the cycles, and decisions to the deliverables above them.
create function cycle_has_decision(in_cycle uuid) returns boolean language sql stable as $$
  select exists (
    select from deliverable d join deliverable_approval a on a.deliverable_id = d.id
    where d.cycle_id = in_cycle and a.decision is not null
  )
$$;
-- Links that open the host of a deployment for people without an account, until they expire or are removed.
create table preview_share (
  id uuid primary key,
  workspace_id uuid not null,
  project_id uuid not null,
  label text not null,
  -- SHA-256 of the token, which is shown once.
  token_hash bytea not null check (length(token_hash) = 32),
  -- Whom it is for, as its maker wrote it.
  note text check (length(note) between 1 and 200),
  created_by uuid not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null check (expires_at > created_at),
  foreign key (workspace_id, project_id) references project (workspace_id, id),
  foreign key (workspace_id, label) references deployment_host (workspace_id, label)
);
create unique index preview_share_token on preview_share (token_hash);
create index preview_share_of_label on preview_share (label, created_at desc, id desc);

alter table preview_share enable row level security;
alter table preview_share force row level security;
create policy workspace on preview_share to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, delete on preview_share to atelier_tenant;
-- Signed webhooks of code hosts, and the pull requests that deliver cycles to one.

alter table code_host
  add constraint code_host_hook check (
    (hook_token_hash is null) = (hook_key_version is null) and (hook_token_hash is null) = (hook_ciphertext is null)),
  add constraint code_host_hook_key foreign key (workspace_id, hook_key_version)
    references workspace_data_key (workspace_id, version);
create unique index code_host_hook_token on code_host (hook_token_hash);
create index code_host_link_hooks on code_host_link (hook_next_at) where hook_next_at is not null;
create index code_host_link_looks on code_host_link (look_at) where look_at is not null;

-- Which deliveries were taken: a repeated one changes nothing.
create table code_host_delivery (
  code_host_id uuid not null,
  workspace_id uuid not null,
  delivery_id text not null check (length(delivery_id) between 1 and 100),
  event text not null check (length(event) <= 100),
  received_at timestamptz(3) not null,
  primary key (code_host_id, delivery_id),
  foreign key (workspace_id, code_host_id) references code_host (workspace_id, id) on delete cascade
);
create index code_host_delivery_received on code_host_delivery (received_at);

create table pull_request (
  id uuid primary key,
  workspace_id uuid not null,
  project_id uuid not null,
  repository_id uuid not null,
  code_host_id uuid,
  cycle_id uuid not null,
  -- The run that waits for it.
  run_id uuid not null unique,
  branch text not null check (length(branch) <= 200),
  target_branch text not null check (length(target_branch) <= 200),
  commit_sha text not null check (commit_sha ~ '^[0-9a-f]{40}$'),
  title text not null check (length(title) <= 300),
  body text not null check (length(body) <= 20000),
  state text not null check (state in ('waiting', 'open', 'merged', 'taken', 'closed')),
  checks text not null check (checks in ('none', 'pending', 'passing', 'failing')),
  number integer,
  url text check (length(url) <= 2048),
  revision_id uuid,
  withdrawn_at timestamptz(3),
  hinted_at timestamptz(3),
  attempts integer not null check (attempts >= 0),
  next_attempt_at timestamptz(3),
  error text check (length(error) <= 1000),
  created_at timestamptz(3) not null,
  changed_at timestamptz(3) not null,
  unique (workspace_id, id),
  foreign key (workspace_id, project_id) references project (workspace_id, id),
  foreign key (workspace_id, code_host_id) references code_host (workspace_id, id) on delete set null (code_host_id),
  check ((number is null) = (url is null)),
  check (state not in ('open', 'merged', 'taken') or number is not null),
  check ((state = 'taken') = (revision_id is not null)),
  check ((state in ('taken', 'closed')) = (next_attempt_at is null))
);
create index pull_request_of_project on pull_request (workspace_id, project_id, created_at desc, id desc);
create index pull_request_of_cycle on pull_request (workspace_id, cycle_id);
create index pull_request_due on pull_request (next_attempt_at) where next_attempt_at is not null;

-- Comments that were read at the host, and those that are written there.
create table pull_request_comment (
  pull_request_id uuid not null,
  workspace_id uuid not null,
  -- The host's id of a comment that was read; the message's of one that is written.
  comment_id text not null check (length(comment_id) between 1 and 100),
  -- Null for a comment that was read: its words are in the conversation of the cycle.
  body text check (length(body) <= 40000),
  created_at timestamptz(3) not null,
  sent_at timestamptz(3),
  primary key (pull_request_id, comment_id),
  foreign key (workspace_id, pull_request_id) references pull_request (workspace_id, id) on delete cascade
);

do $$
declare name text;
begin
  foreach name in array array['code_host_delivery', 'pull_request', 'pull_request_comment']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy workspace on %I to atelier_tenant using (workspace_id = nullif(current_setting(''app.workspace'', true), '''')::uuid)', name);
    execute format('grant select, insert, update, delete on %I to atelier_tenant', name);
  end loop;
end $$;

-- Asked among all workspaces, by ids and times: whose webhook a token is, and which projects and pull requests are due.
create policy hook on code_host for select to atelier_identity using (hook_token_hash is not null);
grant select (workspace_id, id, hook_token_hash) on code_host to atelier_identity;
grant select (hook_next_at, look_at) on code_host_link to atelier_identity;
create policy due on pull_request for select to atelier_identity using (next_attempt_at is not null);
grant select (workspace_id, id, next_attempt_at) on pull_request to atelier_identity;
create policy due on code_host_delivery for select to atelier_identity using (true);
grant select (workspace_id, received_at) on code_host_delivery to atelier_identity;
-- Trackers whose issues become cycles, and what is written to their conversations.

create table tracker (
  id uuid primary key,
  workspace_id uuid not null references workspace,
  kind text not null check (kind in ('linear')),
  name text not null check (length(name) between 1 and 100),
  base_url text not null check (length(base_url) <= 2048),
  -- The token, the secret of the webhook, and what its address ends with.
  key_version integer not null,
  ciphertext bytea not null,
  has_webhook_secret boolean not null,
  hook_token_hash bytea not null unique check (length(hook_token_hash) = 32),
  last_delivery_at timestamptz(3),
  created_at timestamptz(3) not null,
  created_by uuid not null,
  name_key text,
  unique (workspace_id, id),
  foreign key (workspace_id, key_version) references workspace_data_key (workspace_id, version)
);
create unique index tracker_name on tracker (workspace_id, lower(name));

-- Where issues of a project come from: a team of a tracker, or the issues of its repository at the code host.
create table tracker_link (
  project_id uuid primary key,
  workspace_id uuid not null,
  tracker_id uuid,
  team_key text check (length(team_key) between 1 and 50),
  look_at timestamptz(3),
  error text check (length(error) <= 1000),
  linked_at timestamptz(3) not null,
  linked_by uuid not null,
  foreign key (workspace_id, project_id) references project (workspace_id, id),
  foreign key (workspace_id, tracker_id) references tracker (workspace_id, id),
  check ((tracker_id is null) = (team_key is null)),
  check ((tracker_id is null) = (look_at is not null))
);
create unique index tracker_link_team on tracker_link (tracker_id, lower(team_key));
create index tracker_link_due on tracker_link (look_at) where look_at is not null;

create table tracker_delivery (
  tracker_id uuid not null,
  workspace_id uuid not null,
  delivery_id text not null check (length(delivery_id) between 1 and 100),
  received_at timestamptz(3) not null,
  primary key (tracker_id, delivery_id),
  foreign key (workspace_id, tracker_id) references tracker (workspace_id, id) on delete cascade
);
create index tracker_delivery_received on tracker_delivery (received_at);

-- Without a tracker, a conversation is that of an issue at the code host.
alter table linear_session
  add foreign key (workspace_id, tracker_id) references tracker (workspace_id, id) on delete set null (tracker_id);
create unique index linear_session_id on linear_session (workspace_id, id);
create index linear_session_open on linear_session (id) where closed_at is null;
create index linear_session_of_cycle on linear_session (cycle_id);

-- What is written to a conversation; the key is that of its reason, so that it is written once.
create table tracker_post (
  id uuid primary key,
  workspace_id uuid not null,
  session_id uuid not null,
  key text not null check (length(key) between 1 and 100),
  kind text not null check (kind in ('thought', 'elicitation', 'response', 'error')),
  body text not null check (length(body) <= 20000),
  created_at timestamptz(3) not null,
  sent_at timestamptz(3),
  attempts integer not null check (attempts >= 0),
  next_attempt_at timestamptz(3),
  error text check (length(error) <= 1000),
  unique (session_id, key),
  foreign key (workspace_id, session_id) references linear_session (workspace_id, id) on delete cascade
);
create index tracker_post_due on tracker_post (next_attempt_at) where next_attempt_at is not null;

-- What was read in a conversation.
create table tracker_note (
  session_id uuid not null,
  workspace_id uuid not null,
  note_id text not null check (length(note_id) between 1 and 100),
  read_at timestamptz(3) not null,
  primary key (session_id, note_id),
  foreign key (workspace_id, session_id) references linear_session (workspace_id, id) on delete cascade
);

do $$
declare name text;
begin
  foreach name in array array['tracker', 'tracker_link', 'tracker_delivery', 'tracker_post', 'tracker_note']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy workspace on %I to atelier_tenant using (workspace_id = nullif(current_setting(''app.workspace'', true), '''')::uuid)', name);
    execute format('grant select, insert, update, delete on %I to atelier_tenant', name);
  end loop;
end $$;
grant update on linear_session to atelier_tenant;

-- Asked among all workspaces, by ids and times: whose webhook a token is, and what is due.
create policy hook on tracker for select to atelier_identity using (true);
grant select (workspace_id, id, hook_token_hash) on tracker to atelier_identity;
create policy due on tracker_link for select to atelier_identity using (look_at is not null);
grant select (workspace_id, project_id, look_at) on tracker_link to atelier_identity;
create policy due on linear_session for select to atelier_identity using (closed_at is null);
grant select (workspace_id, id, closed_at) on linear_session to atelier_identity;
create policy due on tracker_post for select to atelier_identity using (next_attempt_at is not null);
grant select (workspace_id, id, key, next_attempt_at) on tracker_post to atelier_identity;
create policy due on tracker_delivery for select to atelier_identity using (true);
grant select (workspace_id, received_at) on tracker_delivery to atelier_identity;
-- Channels of Slack and Microsoft Teams that are told what waits for people and how cycles end.

create table chat_channel (
  id uuid primary key,
  workspace_id uuid not null references workspace,
  kind text not null check (kind in ('slack', 'teams')),
  name text not null check (length(name) between 1 and 100),
  -- The address of the incoming webhook is its secret.
  key_version integer not null,
  ciphertext bytea not null,
  -- The newest event that was told, or needed no words.
  position bigint not null,
  attempts integer not null check (attempts >= 0),
  next_attempt_at timestamptz(3),
  error text check (length(error) <= 1000),
  created_at timestamptz(3) not null,
  created_by uuid not null,
  name_key text,
  unique (workspace_id, id),
  foreign key (workspace_id, key_version) references workspace_data_key (workspace_id, version),
  check ((attempts = 0) = (error is null)),
  check ((attempts = 0) = (next_attempt_at is null))
);
create unique index chat_channel_name on chat_channel (workspace_id, lower(name));

alter table chat_channel enable row level security;
alter table chat_channel force row level security;
create policy workspace on chat_channel to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on chat_channel to atelier_tenant;

-- Which channels have events that they were not told of is asked among all workspaces, by ids and numbers.
create policy due on chat_channel for select to atelier_identity using (true);
grant select (workspace_id, id, position, next_attempt_at) on chat_channel to atelier_identity;
-- Files of the AI capabilities: uploads, documents and what was made of them, media. The same bytes are one asset of a
-- workspace, whoever stores them and however often.
create table ai_asset (
  id uuid primary key,
  workspace_id uuid not null references workspace,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  size_bytes bigint not null check (size_bytes >= 0),
  media_type text not null check (length(media_type) between 3 and 200),
  -- As its sender called it; null where it was made here.
  file_name text check (length(file_name) between 1 and 255),
  origin text not null check (origin in ('upload', 'document', 'media', 'batch')),
  created_by uuid,
  created_at timestamptz(3) not null,
  -- When it was stored or needed last: it is removed some time after that.
  used_at timestamptz(3) not null,
  unique (workspace_id, id),
  unique (workspace_id, sha256)
);
create index ai_asset_due on ai_asset (used_at, workspace_id);
create index ai_asset_of_person on ai_asset (workspace_id, created_by, id);

-- Content that is being written: what a process left behind when it died is removed by it.
create table ai_asset_arrival (
  id uuid primary key,
  workspace_id uuid not null references workspace,
  begun_at timestamptz(3) not null
);
create index ai_asset_arrival_due on ai_asset_arrival (begun_at, workspace_id);

do $$
declare name text;
begin
  foreach name in array array['ai_asset', 'ai_asset_arrival']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy workspace on %I to atelier_tenant
       using (workspace_id = nullif(current_setting(''app.workspace'', true), '''')::uuid)', name);
    execute format('create policy due on %I for select to atelier_identity using (true)', name);
  end loop;
end $$;
grant select, insert, update, delete on ai_asset to atelier_tenant;
grant select, insert, delete on ai_asset_arrival to atelier_tenant;

-- In which workspaces something is due.
grant select (workspace_id, used_at) on ai_asset to atelier_identity;
grant select (workspace_id, begun_at) on ai_asset_arrival to atelier_identity;
-- Documents that were parsed. A parse is the work: once for the same bytes, engine and version in a workspace. A document
-- is one request for it.
create table ai_parse (
  id uuid primary key,
  workspace_id uuid not null references workspace,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  engine text not null check (engine in ('text', 'ocr', 'native')),
  engine_version text not null check (length(engine_version) between 1 and 200),
  format text not null check (length(format) between 1 and 20),
  source_asset_id uuid not null,
  status text not null check (status in ('queued', 'parsing', 'parsed', 'failed')),
  run_id uuid,
  -- Null until the document was opened.
  pages_total integer check (pages_total >= 0),
  refusal text check (length(refusal) <= 50),
  markdown_asset_id uuid,
  cost_micros bigint not null check (cost_micros >= 0),
  created_at timestamptz(3) not null,
  status_changed_at timestamptz(3) not null,
  paid_by uuid,
  paying_project_id uuid,
  check ((status = 'failed') = (refusal is not null)),
  check ((status = 'parsed') = (markdown_asset_id is not null)),
  unique (workspace_id, id),
  unique (workspace_id, sha256, engine, engine_version)
);

create table ai_page (
  parse_id uuid not null,
  workspace_id uuid not null,
  number integer not null check (number > 0),
  state text not null check (state in ('parsed', 'empty', 'needs_ocr', 'refused')),
  confidence_percent smallint not null check (confidence_percent between 0 and 100),
  reasons text[] not null,
  markdown text not null,
  primary key (parse_id, number),
  foreign key (workspace_id, parse_id) references ai_parse (workspace_id, id) on delete cascade
);

create table ai_document (
  id uuid primary key,
  workspace_id uuid not null,
  parse_id uuid not null,
  project_id uuid,
  title text not null check (length(title) between 1 and 255),
  source_url text check (length(source_url) <= 2048),
  is_critical boolean not null,
  is_reused boolean not null,
  created_by uuid not null,
  created_at timestamptz(3) not null,
  unique (workspace_id, id),
  foreign key (workspace_id, parse_id) references ai_parse (workspace_id, id),
  foreign key (workspace_id, project_id) references project (workspace_id, id)
);
create index ai_document_page on ai_document (workspace_id, created_at desc, id desc);
create index ai_document_of_parse on ai_document (parse_id);
create index ai_document_of_project on ai_document (project_id) where project_id is not null;
create index ai_document_due on ai_document (created_at, workspace_id);
create index ai_document_of_person on ai_document (workspace_id, created_by, id);

-- What a person decided about a page of a critical document.
create table ai_page_decision (
  document_id uuid not null,
  workspace_id uuid not null,
  number integer not null check (number > 0),
  decision text not null check (decision in ('accepted', 'rejected')),
  decided_by uuid not null,
  decided_at timestamptz(3) not null,
  primary key (document_id, number),
  foreign key (workspace_id, document_id) references ai_document (workspace_id, id) on delete cascade
);

do $$
declare name text;
begin
  foreach name in array array['ai_parse', 'ai_page', 'ai_document', 'ai_page_decision']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy workspace on %I to atelier_tenant
       using (workspace_id = nullif(current_setting(''app.workspace'', true), '''')::uuid)', name);
    execute format('grant select, insert, update, delete on %I to atelier_tenant', name);
  end loop;
end $$;

-- In which workspaces documents are kept no longer.
create policy due on ai_document for select to atelier_identity using (true);
grant select (workspace_id, created_at) on ai_document to atelier_identity;
-- The do-not-contact list of a workspace: addresses and domains that no outreach is sent to.

-- The key of the hashes, sealed: whoever has the rows alone cannot try addresses against them.
create table growth_suppression_key (
  workspace_id uuid primary key references workspace,
  key_version integer not null,
  ciphertext bytea not null,
  created_at timestamptz(3) not null,
  foreign key (workspace_id, key_version) references workspace_data_key (workspace_id, version)
);

create table growth_suppression (
  id uuid primary key,
  workspace_id uuid not null references workspace,
  kind text not null check (kind in ('address', 'domain')),
  -- The normal form; null once the person is erased. The hash stays and still matches.
  value text check (length(value) between 3 and 254),
  value_hash text not null check (value_hash ~ '^[0-9a-f]{64}$'),
  source text not null check (source in ('person', 'unsubscribe', 'bounce', 'complaint', 'erasure')),
  added_by uuid,
  created_at timestamptz(3) not null,
  check ((source = 'erasure') = (value is null)),
  check ((source = 'person') = (added_by is not null)),
  unique (workspace_id, value_hash)
);
create index growth_suppression_page on growth_suppression (workspace_id, created_at desc, id desc);
create index growth_suppression_value on growth_suppression (workspace_id, value) where value is not null;

do $$
declare name text;
begin
  foreach name in array array['growth_suppression_key', 'growth_suppression']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy workspace on %I to atelier_tenant
       using (workspace_id = nullif(current_setting(''app.workspace'', true), '''')::uuid)', name);
  end loop;
end $$;
grant select, insert on growth_suppression_key to atelier_tenant;
grant select, insert, update, delete on growth_suppression to atelier_tenant;
-- What holds for all outreach of a workspace. Without a row the defaults of domains/growth/settings/rules.ts hold.
create table growth_settings (
  workspace_id uuid primary key references workspace,
  -- What growth may spend in a month; null for no limit of its own.
  hard_cap_micros bigint check (hard_cap_micros between 0 and 1000000000000),
  booking_url text check (length(booking_url) between 1 and 2000),
  sender_postal_address text check (length(sender_postal_address) between 1 and 500),
  send_approval text not null check (send_approval in ('always', 'by_play')),
  sending_days text[] not null check (cardinality(sending_days) between 1 and 7),
  sending_from text not null check (sending_from ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  sending_until text not null check (sending_until ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  lead_retention_days integer not null check (lead_retention_days between 30 and 1095),
  updated_at timestamptz(3) not null,
  updated_by uuid not null,
  -- Whether companies whose imprint is read for this workspace are added to the index.
  contributes_to_index boolean not null default false,
  check (sending_from < sending_until)
);
alter table growth_settings enable row level security;
alter table growth_settings force row level security;
create policy workspace on growth_settings to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update on growth_settings to atelier_tenant;

-- What calls that belong to no cycle cost in a month.
create index model_call_outside_cycles on model_call (workspace_id, step, sent_at) where cycle_id is null;
-- A growth project is the outreach of one company: its website, what was read there, and the Company brain.
create table growth_project (
  id uuid primary key,
  workspace_id uuid not null references workspace,
  name text not null check (length(name) between 1 and 200),
  website_url text not null check (length(website_url) between 1 and 2000),
  -- What the agency says about itself, beside its website.
  notes text check (length(notes) between 1 and 50000),
  -- The newest version of the Company brain; 0 before the first.
  brain_version integer not null default 0 check (brain_version >= 0),
  created_at timestamptz(3) not null,
  created_by uuid not null,
  archived_at timestamptz(3),
  archived_by uuid,
  check ((archived_at is null) = (archived_by is null)),
  unique (workspace_id, id)
);
create index growth_project_page on growth_project (workspace_id, created_at desc, id desc);

-- One reading of the website, and the brain that was written from it.
create table growth_run (
  id uuid primary key,
  workspace_id uuid not null,
  growth_project_id uuid not null,
  status text not null check (status in ('queued', 'reading', 'writing', 'finished', 'failed')),
  run_id uuid,
  -- Why it failed, by a word for programs and in a sentence for people.
  failure_code text check (length(failure_code) between 1 and 50),
  failure_message text check (length(failure_message) between 1 and 1000),
  brain_version integer check (brain_version > 0),
  statements_written integer not null default 0 check (statements_written >= 0),
  -- Statements of the model whose quoted words are on no page that was read.
  statements_dropped integer not null default 0 check (statements_dropped >= 0),
  started_by uuid not null,
  created_at timestamptz(3) not null,
  ended_at timestamptz(3),
  -- A research run that finished lets plays be proposed once; runs that finished before this do not.
  proposals_due boolean not null default false,
  foreign key (workspace_id, growth_project_id) references growth_project (workspace_id, id),
  check ((status in ('finished', 'failed')) = (ended_at is not null)),
  check ((status = 'failed') = (failure_code is not null)),
  check ((failure_code is null) = (failure_message is null)),
  unique (workspace_id, id)
);
create index growth_run_newest on growth_run (growth_project_id, created_at desc, id desc);
create unique index growth_run_active on growth_run (growth_project_id)
  where status in ('queued', 'reading', 'writing');

-- Every address that a run asked for, so that none is asked for twice.
create table growth_page (
  id uuid primary key,
  workspace_id uuid not null,
  growth_run_id uuid not null,
  number integer not null check (number > 0),
  asked_url text not null check (length(asked_url) between 1 and 2000),
  -- Where the answer came from, after redirects.
  url text not null check (length(url) between 1 and 2000),
  outcome text not null check (outcome in ('read', 'refused', 'duplicate', 'elsewhere')),
  depth integer not null check (depth >= 0),
  title text not null check (length(title) <= 500),
  content text not null check (length(content) <= 200000),
  links text[] not null check (cardinality(links) <= 300),
  read_at timestamptz(3) not null,
  foreign key (workspace_id, growth_run_id) references growth_run (workspace_id, id),
  unique (growth_run_id, number),
  unique (workspace_id, id)
);
create index growth_page_due on growth_page (read_at, workspace_id);

create table growth_brain (
  growth_project_id uuid not null,
  workspace_id uuid not null,
  version integer not null check (version > 0),
  source text not null check (source in ('research', 'person')),
  growth_run_id uuid,
  written_by uuid,
  created_at timestamptz(3) not null,
  primary key (growth_project_id, version),
  check ((source = 'research') = (growth_run_id is not null)),
  check ((source = 'person') = (written_by is not null)),
  foreign key (workspace_id, growth_project_id) references growth_project (workspace_id, id),
  foreign key (workspace_id, growth_run_id) references growth_run (workspace_id, id),
  unique (workspace_id, growth_project_id, version)
);

-- The id of a statement stays the same from version to version.
create table growth_statement (
  growth_project_id uuid not null,
  version integer not null,
  id uuid not null,
  workspace_id uuid not null,
  position integer not null check (position > 0),
  kind text not null check (kind in ('does', 'audience', 'proof', 'tone', 'offer')),
  statement text not null check (length(statement) between 1 and 500),
  origin text not null check (origin in ('page', 'person')),
  page_id uuid,
  page_url text check (length(page_url) between 1 and 2000),
  quote text check (length(quote) between 1 and 600),
  primary key (growth_project_id, version, id),
  foreign key (workspace_id, growth_project_id, version)
    references growth_brain (workspace_id, growth_project_id, version),
  foreign key (workspace_id, page_id) references growth_page (workspace_id, id),
  check ((origin = 'page') = (page_id is not null)),
  check ((page_id is null) = (page_url is null)),
  check ((page_id is null) = (quote is null))
);
create index growth_statement_of_page on growth_statement (page_id) where page_id is not null;

do $$
declare name text;
begin
  foreach name in array array['growth_project', 'growth_run', 'growth_page', 'growth_brain', 'growth_statement']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy workspace on %I to atelier_tenant
       using (workspace_id = nullif(current_setting(''app.workspace'', true), '''')::uuid)', name);
  end loop;
end $$;
grant select, insert, update on growth_project, growth_run to atelier_tenant;
grant select, insert, delete on growth_page to atelier_tenant;
grant select, insert on growth_brain, growth_statement to atelier_tenant;

-- In which workspaces pages are kept no longer.
create policy due on growth_page for select to atelier_identity using (true);
grant select (workspace_id, read_at) on growth_page to atelier_identity;
-- Leads of growth projects, from uploaded lists.
create table growth_lead_list (
  id uuid primary key,
  workspace_id uuid not null,
  growth_project_id uuid not null,
  file_name text check (length(file_name) between 1 and 255),
  rows_read integer not null default 0 check (rows_read >= 0),
  rows_imported integer not null default 0 check (rows_imported >= 0),
  uploaded_by uuid not null,
  created_at timestamptz(3) not null,
  -- Null while it is read. What a broken upload left behind is removed.
  finished_at timestamptz(3),
  foreign key (workspace_id, growth_project_id) references growth_project (workspace_id, id),
  unique (workspace_id, id)
);
create index growth_lead_list_unfinished on growth_lead_list (created_at, workspace_id) where finished_at is null;

create table growth_lead (
  id uuid primary key,
  workspace_id uuid not null,
  growth_project_id uuid not null,
  lead_list_id uuid not null,
  status text not null check (status in ('new', 'queued', 'disqualified')),
  -- Normal forms.
  address text check (length(address) between 3 and 254),
  domain text not null check (length(domain) between 3 and 253),
  -- What is known, field by field: the value, where it is from, since when, what it cost and how sure it is.
  evidence jsonb not null,
  has_consent boolean not null,
  looked_up_at timestamptz(3),
  contacted_at timestamptz(3),
  opted_out_at timestamptz(3),
  created_at timestamptz(3) not null,
  status_changed_at timestamptz(3) not null,
  lookup_pass_id uuid,
  address_verdict text check (address_verdict in ('valid', 'accept_all', 'unknown', 'invalid')),
  growth_play_id uuid,
  -- Why the lead gets no further mail of its sequence, and since when.
  sequence_stopped_at timestamptz(3),
  sequence_stop_reason text check (length(sequence_stop_reason) between 1 and 50),
  replied_at timestamptz(3),
  reply_intent text check (reply_intent in
    ('interested', 'not_now', 'not_interested', 'question', 'out_of_office', 'unsubscribe', 'other')),
  foreign key (workspace_id, growth_project_id) references growth_project (workspace_id, id),
  foreign key (workspace_id, lead_list_id) references growth_lead_list (workspace_id, id)
);
create unique index growth_lead_address on growth_lead (growth_project_id, address) where address is not null;
create unique index growth_lead_company on growth_lead (growth_project_id, domain) where address is null;
create index growth_lead_domain on growth_lead (growth_project_id, domain);
create index growth_lead_page on growth_lead (growth_project_id, created_at desc, id desc);
create index growth_lead_of_list on growth_lead (lead_list_id);
create index growth_lead_of_address on growth_lead (workspace_id, address) where address is not null;
create index growth_lead_due on growth_lead (created_at, workspace_id) where contacted_at is null and not has_consent;

do $$
declare name text;
begin
  foreach name in array array['growth_lead_list', 'growth_lead']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy workspace on %I to atelier_tenant
       using (workspace_id = nullif(current_setting(''app.workspace'', true), '''')::uuid)', name);
    execute format('create policy due on %I for select to atelier_identity using (true)', name);
    execute format('grant select, insert, update, delete on %I to atelier_tenant', name);
  end loop;
end $$;

-- In which workspaces something is kept no longer.
grant select (workspace_id, created_at, contacted_at, has_consent) on growth_lead to atelier_identity;
grant select (workspace_id, created_at, finished_at) on growth_lead_list to atelier_identity;
-- A run of growth calls models without a project and a cycle. The reservation of a batch belongs to a project, and to no
-- cycle and run of it.
alter table model_call drop constraint model_call_work;
alter table model_call
  add constraint model_call_work check (
    (cycle_id is null or (project_id is not null and run_id is not null))
    and (task_id is null or cycle_id is not null)) not valid;
alter table model_call validate constraint model_call_work;

create table deployment_picture (
  id uuid primary key,
  workspace_id uuid not null,
  deployment_id uuid not null references deployment (id),
  -- The place among the pictures of the deployment.
  place integer not null check (place between 0 and 99),
  path text not null check (length(path) between 1 and 500),
  form text not null check (form in ('desktop', 'phone')),
  width integer not null check (width between 1 and 10000),
  height integer not null check (height between 1 and 10000),
  -- The status of the page's answer; 0 where it had none.
  http_status integer not null check (http_status between 0 and 599),
  size_bytes integer not null check (size_bytes > 0),
  taken_at timestamptz(3) not null,
  unique (deployment_id, place)
);
create index deployment_with_pictures on deployment (repository_id, created_at desc)
  where pictures_state = 'taken';

alter table deployment_picture enable row level security;
alter table deployment_picture force row level security;
create policy workspace on deployment_picture to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, delete on deployment_picture to atelier_tenant;
-- Batches of model requests. A batch has one reservation, a row of model_call; its items have their own cost.
create table ai_batch (
  id uuid primary key,
  workspace_id uuid not null references workspace,
  project_id uuid,
  idempotency_key text not null check (length(idempotency_key) between 1 and 200),
  payload_hash text not null check (payload_hash ~ '^[0-9a-f]{64}$'),
  endpoint text not null
    check (endpoint in ('/v1/chat/completions', '/v1/responses', '/v1/messages', '/v1/embeddings')),
  kind text not null
    check (kind in ('backfill', 'classification', 'enrichment', 'transcription', 'variation', 'evaluation')),
  model text not null check (length(model) between 1 and 150),
  called_model text not null check (length(called_model) between 1 and 250),
  endpoint_id uuid,
  price_percent integer not null check (price_percent between 1 and 100),
  route text not null check (route in ('provider', 'queue')),
  policy jsonb not null,
  status text not null check (status in ('queued', 'submitted', 'working', 'ended', 'failed', 'cancelled')),
  provider_batch_id text check (length(provider_batch_id) <= 200),
  -- When it was, perhaps, handed over: a process that dies meanwhile does not know whether it was.
  sent_at timestamptz(3),
  call_id uuid not null,
  polls integer not null default 0 check (polls >= 0),
  failures integer not null default 0 check (failures >= 0),
  -- Lines of results that belong to no item, or to one that has a result.
  strays integer not null default 0 check (strays >= 0),
  reserved_micros bigint not null check (reserved_micros >= 0),
  cost_micros bigint check (cost_micros >= 0),
  failure text check (length(failure) <= 100),
  run_id uuid,
  polled_at timestamptz(3),
  created_by uuid not null,
  created_at timestamptz(3) not null,
  ended_at timestamptz(3),
  check ((status in ('ended', 'failed', 'cancelled')) = (ended_at is not null)),
  check ((ended_at is null) = (cost_micros is null)),
  check ((status = 'failed') = (failure is not null)),
  unique (workspace_id, id),
  unique (workspace_id, idempotency_key),
  foreign key (workspace_id, project_id) references project (workspace_id, id)
);
create index ai_batch_page on ai_batch (workspace_id, created_at desc, id desc);
create index ai_batch_of_project on ai_batch (project_id) where project_id is not null;
create index ai_batch_due on ai_batch (ended_at, workspace_id);
create index ai_batch_of_person on ai_batch (workspace_id, created_by, id);

create table ai_batch_item (
  batch_id uuid not null,
  workspace_id uuid not null,
  seq integer not null check (seq >= 0),
  custom_id text collate "C" not null check (custom_id ~ '^[A-Za-z0-9_.:-]{1,64}$'),
  -- The request as its endpoint takes it; removed once the item has ended.
  body text,
  status text not null check (status in ('waiting', 'running', 'succeeded', 'failed', 'cancelled')),
  tries integer not null default 0 check (tries >= 0),
  worst_micros bigint not null check (worst_micros >= 0),
  cost_micros bigint not null default 0 check (cost_micros between 0 and worst_micros),
  input_tokens bigint check (input_tokens >= 0),
  output_tokens bigint check (output_tokens >= 0),
  result_asset_id uuid,
  failure text check (length(failure) <= 100),
  check ((status in ('waiting', 'running')) = (body is not null)),
  check ((status = 'succeeded') = (result_asset_id is not null)),
  check ((status = 'failed') = (failure is not null)),
  primary key (batch_id, seq),
  unique (batch_id, custom_id),
  foreign key (workspace_id, batch_id) references ai_batch (workspace_id, id) on delete cascade
);
create index ai_batch_item_open on ai_batch_item (batch_id, seq) where status in ('waiting', 'running');

do $$
declare name text;
begin
  foreach name in array array['ai_batch', 'ai_batch_item']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy workspace on %I to atelier_tenant
       using (workspace_id = nullif(current_setting(''app.workspace'', true), '''')::uuid)', name);
    execute format('grant select, insert, update, delete on %I to atelier_tenant', name);
  end loop;
end $$;

-- In which workspaces batches are kept no longer.
create policy due on ai_batch for select to atelier_identity using (true);
grant select (workspace_id, ended_at) on ai_batch to atelier_identity;
-- Providers of data about companies and people: keys, their order for each capability, look-ups, and what they cost.
create table growth_provider_setting (
  workspace_id uuid not null references workspace,
  provider text not null check (provider ~ '^[a-z_]{1,40}$'),
  enabled boolean not null,
  -- What a billed look-up costs in the plan of the workspace; null for the price of the list.
  call_price_micros bigint check (call_price_micros between 0 and 100000000),
  -- Both null without a key of the workspace's own.
  key_version integer,
  ciphertext bytea,
  updated_at timestamptz(3) not null,
  updated_by uuid not null,
  primary key (workspace_id, provider),
  foreign key (workspace_id, key_version) references workspace_data_key (workspace_id, version),
  check ((key_version is null) = (ciphertext is null))
);

-- Without a row the providers are asked in the default order.
create table growth_chain (
  workspace_id uuid not null references workspace,
  capability text not null check (capability ~ '^[a-z_]{1,40}$'),
  provider_order text[] not null check (cardinality(provider_order) <= 50),
  updated_at timestamptz(3) not null,
  updated_by uuid not null,
  primary key (workspace_id, capability)
);

-- The account of look-ups in a month of the workspace: what is spent, and held back for those that are under way. Look-ups
-- with a key of the instance are counted a second time by themselves.
create table growth_lookup_month (
  workspace_id uuid not null references workspace,
  month text not null check (month ~ '^[0-9]{4}-[0-9]{2}$'),
  spent_micros bigint not null default 0 check (spent_micros >= 0),
  held_micros bigint not null default 0 check (held_micros >= 0),
  credit_spent_micros bigint not null default 0 check (credit_spent_micros between 0 and spent_micros),
  credit_held_micros bigint not null default 0 check (credit_held_micros between 0 and held_micros),
  primary key (workspace_id, month)
);

-- One pass over leads of a growth project. The play is named without a reference: it may be gone.
create table growth_lookup_pass (
  id uuid primary key,
  workspace_id uuid not null,
  growth_project_id uuid not null,
  growth_play_id uuid,
  status text not null check (status in ('queued', 'running', 'finished', 'stopped', 'failed')),
  -- Why it stopped or failed, for programs.
  reason text check (length(reason) between 1 and 50),
  leads integer not null check (leads >= 0),
  run_id uuid,
  started_by uuid,
  created_at timestamptz(3) not null,
  ended_at timestamptz(3),
  -- Leads that a pass had not looked up when it ended; null before, and for passes that ended before this was counted.
  leads_left integer check (leads_left >= 0),
  foreign key (workspace_id, growth_project_id) references growth_project (workspace_id, id),
  check ((status in ('finished', 'stopped', 'failed')) = (ended_at is not null)),
  check ((status in ('stopped', 'failed')) = (reason is not null)),
  unique (workspace_id, id)
);
create index growth_lookup_pass_page on growth_lookup_pass (growth_project_id, created_at desc, id desc);

-- One look-up at one provider. The lead is named without a reference: it may be removed, and the cost stays.
create table growth_provider_call (
  id uuid primary key,
  workspace_id uuid not null references workspace,
  growth_project_id uuid,
  growth_play_id uuid,
  pass_id uuid,
  lead_id uuid,
  capability text not null check (capability ~ '^[a-z_]{1,40}$'),
  provider text not null check (provider ~ '^[a-z_]{1,40}$'),
  payer text not null check (payer in ('workspace', 'instance', 'none')),
  month text not null check (month ~ '^[0-9]{4}-[0-9]{2}$'),
  status text not null check (status in ('open', 'finished', 'failed', 'abandoned')),
  is_found boolean,
  failure text check (length(failure) between 1 and 50),
  held_micros bigint not null check (held_micros >= 0),
  cost_micros bigint check (cost_micros between 0 and held_micros),
  sent_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3),
  foreign key (workspace_id, pass_id) references growth_lookup_pass (workspace_id, id),
  check ((status = 'open') = (ended_at is null)),
  check ((status = 'open') = (cost_micros is null)),
  check ((status = 'finished') = (is_found is not null)),
  check ((status = 'failed') = (failure is not null)),
  check (payer <> 'none' or held_micros = 0)
);
-- A pass asks a provider once about a lead, however often its process dies.
create unique index growth_provider_call_once on growth_provider_call (pass_id, lead_id, capability, provider)
  where pass_id is not null;
create index growth_provider_call_recent on growth_provider_call (workspace_id, sent_at);
create index growth_provider_call_of_project on growth_provider_call (growth_project_id, sent_at)
  where growth_project_id is not null;
create index growth_provider_call_open on growth_provider_call (expires_at, workspace_id) where status = 'open';
create index growth_provider_call_due on growth_provider_call (sent_at, workspace_id);

-- What a provider answered, so that the same look-up is not paid for twice.
create table growth_lookup_cache (
  workspace_id uuid not null references workspace,
  capability text not null,
  provider text not null,
  request_hash bytea not null check (octet_length(request_hash) = 32),
  -- Null where nothing was found.
  result jsonb,
  -- The address that was checked or found, by which an erased person is removed from here.
  address text check (length(address) between 3 and 254),
  found_at timestamptz(3) not null,
  primary key (workspace_id, capability, provider, request_hash)
);
create index growth_lookup_cache_of_address on growth_lookup_cache (workspace_id, address) where address is not null;
create index growth_lookup_cache_due on growth_lookup_cache (found_at, workspace_id);

-- A pass that a lead waits for, and what a check said of its address.
alter table growth_lead
  add foreign key (workspace_id, lookup_pass_id) references growth_lookup_pass (workspace_id, id),
  add check (address_verdict is null or address is not null);
create index growth_lead_of_pass on growth_lead (lookup_pass_id, id) where lookup_pass_id is not null;
create index growth_lead_address_of_domain on growth_lead (workspace_id, domain) where address is not null;

do $$
declare name text;
begin
  foreach name in array array['growth_provider_setting', 'growth_chain', 'growth_lookup_month', 'growth_lookup_pass',
    'growth_provider_call', 'growth_lookup_cache']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy workspace on %I to atelier_tenant
       using (workspace_id = nullif(current_setting(''app.workspace'', true), '''')::uuid)', name);
  end loop;
end $$;
grant select, insert, update, delete
  on growth_provider_setting, growth_chain, growth_lookup_pass, growth_provider_call, growth_lookup_cache to atelier_tenant;
grant select, insert, update on growth_lookup_month to atelier_tenant;

-- In which workspaces something is kept no longer, or was left open.
create policy due on growth_provider_call for select to atelier_identity using (true);
grant select (workspace_id, sent_at, expires_at, status) on growth_provider_call to atelier_identity;
create policy due on growth_lookup_cache for select to atelier_identity using (true);
grant select (workspace_id, found_at) on growth_lookup_cache to atelier_identity;
-- Public facts of companies, from websites that this product read itself. A row names no workspace and no person: it is
-- shared by all workspaces, and has no row-level security.
create table growth_company (
  domain text primary key check (length(domain) between 3 and 253),
  name text not null check (length(name) between 1 and 200),
  -- The name without its legal form, folded: what a search by name compares.
  name_key text not null check (length(name_key) between 1 and 200),
  country text check (country ~ '^[A-Z]{2}$'),
  -- The address of its imprint, and the numbers there.
  imprint_url text not null check (length(imprint_url) between 1 and 2000),
  register_number text check (length(register_number) between 1 and 100),
  vat_number text check (length(vat_number) between 1 and 20),
  read_at timestamptz(3) not null
);
create index growth_company_name on growth_company (name_key);
grant select, insert, update on growth_company to atelier_tenant;

-- Which workspace supplied which company.
create table growth_company_supply (
  workspace_id uuid not null references workspace,
  domain text not null references growth_company,
  supplied_at timestamptz(3) not null,
  primary key (workspace_id, domain)
);
alter table growth_company_supply enable row level security;
alter table growth_company_supply force row level security;
create policy workspace on growth_company_supply to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert on growth_company_supply to atelier_tenant;

-- What was made of media, or understood of them, and what it cost. The content is in files of the AI capabilities.
create table ai_media (
  id uuid primary key,
  workspace_id uuid not null references workspace,
  project_id uuid,
  kind text not null check (kind in ('images', 'speech', 'transcription', 'image_analysis', 'video_analysis')),
  -- How the text begins that was asked with; removed with the person who typed it.
  title text check (length(title) between 1 and 200),
  model text not null check (length(model) between 1 and 250),
  call_id uuid not null,
  -- Null where the price of the model is not known.
  cost_micros bigint check (cost_micros >= 0),
  -- Of sound that was made or transcribed.
  duration_ms bigint check (duration_ms >= 0),
  language text check (length(language) between 1 and 30),
  word_count integer check (word_count >= 0),
  created_by uuid not null,
  created_at timestamptz(3) not null,
  unique (workspace_id, id),
  foreign key (workspace_id, project_id) references project (workspace_id, id)
);
create index ai_media_page on ai_media (workspace_id, created_at desc, id desc);
create index ai_media_of_project on ai_media (project_id) where project_id is not null;
create index ai_media_due on ai_media (created_at, workspace_id);
create index ai_media_of_person on ai_media (workspace_id, created_by, id);

create table ai_media_file (
  media_id uuid not null,
  workspace_id uuid not null,
  place integer not null check (place >= 0),
  role text not null check (role in ('image', 'sound', 'source', 'text', 'words')),
  asset_id uuid not null,
  primary key (media_id, place),
  foreign key (workspace_id, media_id) references ai_media (workspace_id, id) on delete cascade
);

do $$
declare name text;
begin
  foreach name in array array['ai_media', 'ai_media_file']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy workspace on %I to atelier_tenant
       using (workspace_id = nullif(current_setting(''app.workspace'', true), '''')::uuid)', name);
    execute format('grant select, insert, update, delete on %I to atelier_tenant', name);
  end loop;
end $$;

-- In which workspaces media are kept no longer.
create policy due on ai_media for select to atelier_identity using (true);
grant select (workspace_id, created_at) on ai_media to atelier_identity;
-- Videos that providers make as jobs of theirs. A job has one reservation, a row of model_call, and one settlement.
create table ai_video (
  id uuid primary key,
  workspace_id uuid not null references workspace,
  project_id uuid,
  -- How the prompt begins; removed with the person who typed it.
  title text check (length(title) between 1 and 200),
  -- Removed once the job has ended.
  prompt text check (length(prompt) between 1 and 4000),
  model text not null check (length(model) between 1 and 250),
  endpoint_id uuid,
  seconds integer not null check (seconds > 0),
  ratio_percent integer check (ratio_percent > 0),
  status text not null check (status in ('queued', 'generating', 'succeeded', 'failed', 'cancelled')),
  provider_video_id text check (length(provider_video_id) <= 200),
  -- When it was, perhaps, submitted: a process that dies meanwhile does not know whether it was.
  sent_at timestamptz(3),
  percent integer check (percent between 0 and 100),
  call_id uuid not null,
  polls integer not null default 0 check (polls >= 0),
  failures integer not null default 0 check (failures >= 0),
  is_priced boolean not null,
  reserved_micros bigint not null check (reserved_micros >= 0),
  cost_micros bigint check (cost_micros >= 0),
  failure text check (length(failure) <= 100),
  asset_id uuid,
  verdict text check (verdict in ('approved', 'rejected')),
  review_note text check (length(review_note) between 1 and 2000),
  reviewed_by uuid,
  reviewed_at timestamptz(3),
  run_id uuid,
  polled_at timestamptz(3),
  created_by uuid not null,
  created_at timestamptz(3) not null,
  ended_at timestamptz(3),
  check ((status in ('succeeded', 'failed', 'cancelled')) = (ended_at is not null)),
  check ((ended_at is null) = (prompt is not null)),
  check ((status = 'succeeded') = (asset_id is not null)),
  check ((status = 'failed') = (failure is not null)),
  check (verdict is null or (status = 'succeeded' and reviewed_by is not null and reviewed_at is not null)),
  unique (workspace_id, id),
  foreign key (workspace_id, project_id) references project (workspace_id, id)
);
create index ai_video_page on ai_video (workspace_id, created_at desc, id desc);
create index ai_video_of_project on ai_video (project_id) where project_id is not null;
create index ai_video_due on ai_video (ended_at, workspace_id);
create index ai_video_of_person on ai_video (workspace_id, created_by, id);
create index ai_video_at_provider on ai_video (workspace_id, provider_video_id) where provider_video_id is not null;

alter table ai_video enable row level security;
alter table ai_video force row level security;
create policy workspace on ai_video to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on ai_video to atelier_tenant;

-- In which workspaces videos are kept no longer.
create policy due on ai_video for select to atelier_identity using (true);
grant select (workspace_id, ended_at) on ai_video to atelier_identity;
-- Mailboxes that outreach is sent from, and how much each sent in a day.
create table growth_mailbox (
  id uuid primary key,
  workspace_id uuid not null references workspace,
  provider text not null check (provider in ('google', 'microsoft', 'imap')),
  -- In its normal form. A mailbox that is connected again keeps its row, and with it what it sent today.
  address text not null check (length(address) between 3 and 254),
  display_name text check (length(display_name) between 1 and 100),
  status text not null check (status in ('connected', 'paused', 'failing', 'disconnected')),
  daily_limit integer not null check (daily_limit between 1 and 2000),
  -- The first day of the ramp; null for a mailbox without one.
  warm_up_started_on text check (warm_up_started_on ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  time_zone text not null check (length(time_zone) between 1 and 100),
  -- Why it fails, as the server said it.
  failure text check (length(failure) between 1 and 300),
  -- Both null once it is disconnected.
  key_version integer,
  ciphertext bytea,
  -- How far its inbox was read.
  uid_validity bigint check (uid_validity > 0),
  last_uid bigint check (last_uid >= 0),
  -- Until when one process fetches a new access token; null while none does.
  refreshing_until timestamptz(3),
  connected_by uuid not null,
  connected_at timestamptz(3) not null,
  disconnected_at timestamptz(3),
  updated_at timestamptz(3) not null,
  -- The selector of the DKIM key with which the provider of a mailbox signs; null for one that the provider usually takes.
  dkim_selector text check (length(dkim_selector) between 1 and 63),
  set_aside_mails integer not null default 0 check (set_aside_mails >= 0),
  set_aside_reason text check (set_aside_reason in ('too_large', 'too_slow', 'unreadable', 'not_filed')),
  foreign key (workspace_id, key_version) references workspace_data_key (workspace_id, version),
  check ((key_version is null) = (ciphertext is null)),
  check ((status = 'disconnected') = (disconnected_at is not null)),
  check ((status = 'disconnected') = (ciphertext is null)),
  check ((status = 'failing') = (failure is not null)),
  check ((uid_validity is null) = (last_uid is null)),
  unique (workspace_id, id),
  unique (workspace_id, address)
);
create index growth_mailbox_page on growth_mailbox (workspace_id, connected_at, id);

-- What a mailbox sent on a day of its time zone.
create table growth_mailbox_day (
  workspace_id uuid not null,
  mailbox_id uuid not null,
  day text not null check (day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  sent integer not null check (sent >= 0),
  primary key (mailbox_id, day),
  foreign key (workspace_id, mailbox_id) references growth_mailbox (workspace_id, id) on delete cascade
);

-- Connections that a person began at Google or Microsoft and that did not come back yet.
create table growth_mailbox_connection (
  state_hash bytea primary key check (length(state_hash) = 32),
  workspace_id uuid not null references workspace,
  provider text not null check (provider in ('google', 'microsoft')),
  user_id uuid not null,
  -- The verifier of PKCE.
  key_version integer not null,
  ciphertext bytea not null,
  expires_at timestamptz(3) not null,
  foreign key (workspace_id, key_version) references workspace_data_key (workspace_id, version)
);
create index growth_mailbox_connection_expiry on growth_mailbox_connection (expires_at);

do $$
declare name text;
begin
  foreach name in array array['growth_mailbox', 'growth_mailbox_day', 'growth_mailbox_connection']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy workspace on %I to atelier_tenant
       using (workspace_id = nullif(current_setting(''app.workspace'', true), '''')::uuid)', name);
  end loop;
end $$;
grant select, insert, update, delete on growth_mailbox, growth_mailbox_day, growth_mailbox_connection to atelier_tenant;
-- Plays of growth projects, and the mails that are sent to leads and come from them.
create table growth_play (
  id uuid primary key,
  workspace_id uuid not null,
  growth_project_id uuid not null,
  name text not null check (length(name) between 1 and 200),
  status text not null check (status in ('draft', 'active', 'paused', 'archived')),
  -- Whom it is for, in words.
  audience text not null check (length(audience) <= 2000),
  language text not null check (language in ('de', 'en')),
  excluded_countries text[] not null check (cardinality(excluded_countries) <= 250),
  -- The mails of its sequence, in order, as domains/growth/plays/rules.ts describes them.
  steps jsonb not null,
  -- Null for the one of the workspace's settings.
  booking_url text check (length(booking_url) between 1 and 2000),
  -- What its look-ups and drafts may cost together; null for no limit of its own.
  hard_cap_micros bigint check (hard_cap_micros between 0 and 1000000000000),
  send_approval text not null check (send_approval in ('always', 'never')),
  -- The mailboxes that it sends from; all that are connected where it is empty.
  mailbox_ids uuid[] not null check (cardinality(mailbox_ids) <= 100),
  -- Who said that the leads may be written to, and when.
  acknowledged_by uuid,
  acknowledged_at timestamptz(3),
  pause_reason text check (pause_reason in ('person', 'complaints', 'bounces')),
  launched_at timestamptz(3),
  created_by uuid not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- Leads whose law of sending is not known get no mail without consent, unless a play decides otherwise.
  excludes_unknown_law boolean not null default true,
  growth_run_id uuid,
  evidence jsonb not null default '[]',
  -- The name and the audience as they were proposed, in the form in which they are compared.
  proposed_as text[] not null default '{}' check (cardinality(proposed_as) <= 2),
  foreign key (workspace_id, growth_project_id) references growth_project (workspace_id, id),
  check ((acknowledged_by is null) = (acknowledged_at is null)),
  check (status <> 'active' or (acknowledged_at is not null and launched_at is not null)),
  check ((status = 'paused') = (pause_reason is not null)),
  unique (workspace_id, id)
);
create index growth_play_page on growth_play (growth_project_id, created_at desc, id desc);
alter table growth_lead
  add unique (workspace_id, id),
  add foreign key (workspace_id, growth_play_id) references growth_play (workspace_id, id),
  add check ((sequence_stopped_at is null) = (sequence_stop_reason is null));
create index growth_lead_of_play on growth_lead (growth_play_id, id) where growth_play_id is not null;

create table growth_message (
  id uuid primary key,
  workspace_id uuid not null,
  growth_project_id uuid not null,
  growth_play_id uuid,
  lead_id uuid not null,
  mailbox_id uuid,
  direction text not null check (direction in ('out', 'in')),
  -- Which mail of the sequence it is, from 1; null for one outside of it.
  step integer check (step between 1 and 20),
  status text not null check (status in
    ('draft', 'approved', 'sending', 'sent', 'unknown', 'refused', 'cancelled', 'received')),
  subject text not null check (length(subject) <= 1000),
  -- Plain text.
  body text not null check (length(body) <= 100000),
  -- Which sentence stands on which words of which page or approval, or was written by a person.
  citations jsonb not null,
  author text not null check (author in ('model', 'person', 'lead')),
  written_by uuid,
  approved_by uuid,
  approved_at timestamptz(3),
  -- When it may be sent; null while the mail before it was not sent.
  due_at timestamptz(3),
  attempts integer not null default 0 check (attempts >= 0),
  -- When it was handed to the mailbox, or was about to be.
  handed_over_at timestamptz(3),
  sent_at timestamptz(3),
  received_at timestamptz(3),
  resolved_by uuid,
  -- The header Message-ID with its angle brackets, and those of the mails that it answers.
  message_id text check (length(message_id) between 3 and 998),
  in_reply_to text check (length(in_reply_to) <= 998),
  reference_ids text[] not null default '{}' check (cardinality(reference_ids) <= 100),
  failure text check (length(failure) between 1 and 1000),
  -- Of mails that came in.
  sender_address text check (length(sender_address) <= 320),
  kind text check (kind in ('reply', 'auto_reply', 'bounce', 'complaint', 'unsubscribe')),
  intent text check (intent in
    ('interested', 'not_now', 'not_interested', 'question', 'out_of_office', 'unsubscribe', 'other')),
  intent_by text check (intent_by in ('rule', 'model', 'person')),
  created_at timestamptz(3) not null,
  needs_decision boolean not null default false,
  foreign key (workspace_id, growth_project_id) references growth_project (workspace_id, id),
  foreign key (workspace_id, growth_play_id) references growth_play (workspace_id, id),
  foreign key (workspace_id, lead_id) references growth_lead (workspace_id, id) on delete cascade,
  check ((direction = 'in') = (status = 'received')),
  check ((direction = 'in') = (author = 'lead')),
  check ((direction = 'in') = (received_at is not null)),
  check ((direction = 'in') = (kind is not null)),
  check ((author = 'person') = (written_by is not null)),
  check (step is null or growth_play_id is not null),
  check ((intent is null) = (intent_by is null)),
  check (status not in ('sending', 'sent', 'unknown') or (message_id is not null and handed_over_at is not null)),
  check ((status = 'sent') = (sent_at is not null)),
  check ((approved_by is null) or (approved_at is not null)),
  unique (workspace_id, id)
);
create unique index growth_message_of_step on growth_message (lead_id, growth_play_id, step)
  where step is not null and status <> 'cancelled';
create unique index growth_message_header on growth_message (workspace_id, message_id) where message_id is not null;
create index growth_message_of_lead on growth_message (lead_id, created_at, id);
create index growth_message_of_project on growth_message (growth_project_id, created_at desc, id desc);
create index growth_message_of_play on growth_message (growth_play_id, status) where growth_play_id is not null;
create index growth_message_due on growth_message (due_at, workspace_id) where status = 'approved';
create index growth_message_sending on growth_message (handed_over_at, workspace_id) where status = 'sending';

do $$
declare name text;
begin
  foreach name in array array['growth_play', 'growth_message']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy workspace on %I to atelier_tenant
       using (workspace_id = nullif(current_setting(''app.workspace'', true), '''')::uuid)', name);
  end loop;
end $$;
grant select, insert, update on growth_play to atelier_tenant;
grant select, insert, update, delete on growth_message to atelier_tenant;

-- In which workspaces mails are due, or were left between two states.
create policy due on growth_message for select to atelier_identity using (true);
grant select (workspace_id, status, due_at, handed_over_at) on growth_message to atelier_identity;

-- One run that writes drafts for leads of a play.
create table growth_draft_run (
  id uuid primary key,
  workspace_id uuid not null,
  growth_project_id uuid not null,
  growth_play_id uuid not null,
  status text not null check (status in ('queued', 'writing', 'finished', 'failed')),
  run_id uuid,
  -- Some leads of the play; null for all of them.
  lead_ids uuid[] check (cardinality(lead_ids) between 1 and 1000),
  -- The last lead that was looked at; leads come in the order of their ids.
  last_lead_id uuid,
  leads integer not null default 0 check (leads >= 0),
  drafts integer not null default 0 check (drafts >= 0),
  -- Leads for which no mail could be written, and sentences that stand on no source.
  leads_skipped integer not null default 0 check (leads_skipped >= 0),
  sentences_dropped integer not null default 0 check (sentences_dropped >= 0),
  failure_code text check (length(failure_code) between 1 and 50),
  failure_message text check (length(failure_message) between 1 and 1000),
  started_by uuid not null,
  created_at timestamptz(3) not null,
  ended_at timestamptz(3),
  foreign key (workspace_id, growth_project_id) references growth_project (workspace_id, id),
  foreign key (workspace_id, growth_play_id) references growth_play (workspace_id, id),
  check ((status in ('finished', 'failed')) = (ended_at is not null)),
  check ((status = 'failed') = (failure_code is not null)),
  check ((failure_code is null) = (failure_message is null))
);
create index growth_draft_run_newest on growth_draft_run (growth_play_id, created_at desc, id desc);
create unique index growth_draft_run_active on growth_draft_run (growth_play_id) where status in ('queued', 'writing');

alter table growth_draft_run enable row level security;
alter table growth_draft_run force row level security;
create policy workspace on growth_draft_run to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update on growth_draft_run to atelier_tenant;
-- When a lead last wrote back, and what its newest mail wants, for the list of threads of a growth project.
alter table growth_lead
  add check (reply_intent is null or replied_at is not null);
create index growth_lead_threads on growth_lead (growth_project_id, greatest(contacted_at, replied_at) desc, id desc)
  where contacted_at is not null or replied_at is not null;

create index growth_message_of_sender on growth_message (workspace_id, sender_address) where sender_address is not null;
-- In which workspaces mail is read.
create policy read_in on growth_mailbox for select to atelier_identity using (true);
grant select (workspace_id, status) on growth_mailbox to atelier_identity;
-- Files that people add to a cycle: to its proposal, or to a message of its conversation. Those of a message may come
-- before it, under the id that its sender chose; they are shown once it was sent by the same person.
create table cycle_attachment (
  id uuid primary key,
  workspace_id uuid not null,
  project_id uuid not null,
  cycle_id uuid not null,
  -- Null for a file of the proposal.
  message_id uuid,
  asset_id uuid not null,
  -- Null for a file whose text nobody asked for.
  document_id uuid,
  name text not null check (length(name) between 1 and 255),
  media_type text not null check (length(media_type) between 1 and 200),
  size_bytes bigint not null check (size_bytes >= 0),
  author_side text not null check (author_side in ('agency', 'client')),
  created_by uuid not null,
  created_at timestamptz(3) not null,
  unique (workspace_id, id),
  -- Only the agency adds files to a proposal.
  check (message_id is not null or author_side = 'agency'),
  foreign key (workspace_id, project_id) references project (workspace_id, id),
  foreign key (workspace_id, cycle_id) references cycle (workspace_id, id),
  foreign key (workspace_id, asset_id) references ai_asset (workspace_id, id) on delete cascade,
  foreign key (workspace_id, document_id) references ai_document (workspace_id, id) on delete set null (document_id)
);
create index cycle_attachment_of_cycle on cycle_attachment (cycle_id, created_at, id);
create index cycle_attachment_of_project on cycle_attachment (project_id);
create index cycle_attachment_of_asset on cycle_attachment (workspace_id, asset_id);
create index cycle_attachment_of_document on cycle_attachment (workspace_id, document_id) where document_id is not null;
create index cycle_attachment_of_person on cycle_attachment (workspace_id, created_by, id);

alter table cycle_attachment enable row level security;
alter table cycle_attachment force row level security;
create policy workspace on cycle_attachment to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on cycle_attachment to atelier_tenant;
-- The words of parsed documents, which the agency searches. A document of no project is the workspace's own.
alter table search_word drop constraint search_word_kind_check;
alter table search_word add constraint search_word_kind_check
  check (kind in ('project', 'cycle', 'task', 'message', 'answer', 'document')) not valid;
alter table search_word validate constraint search_word_kind_check;
alter table search_word alter column project_id drop not null;
alter table search_word add constraint search_word_has_project check (project_id is not null or kind = 'document') not valid;
alter table search_word validate constraint search_word_has_project;

-- Adds words to a document, of the first twenty thousand different ones.
create function search_add(document ai_document, said text, at_weight smallint) returns void language sql as $$
  insert into search_word (workspace_id, entry_id, word, kind, project_id, weight)
  select document.workspace_id, document.id, word, 'document', document.project_id, at_weight from search_words(said)
  where (select count(*) from (select from search_word w
    where w.workspace_id = document.workspace_id and w.entry_id = document.id limit 20000) known) < 20000
  on conflict (workspace_id, entry_id, word) do nothing
$$;

create function search_keep_document() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from search_word w where w.workspace_id = old.workspace_id and w.entry_id = old.id;
  end if;
  if tg_op <> 'DELETE' then
    perform search_add(new, new.title, 4::smallint);
    perform search_add(new, page.markdown, 1::smallint)
      from (select markdown from ai_page where parse_id = new.parse_id order by number) page;
  end if;
  return null;
end
$$;
create trigger search_keep after insert or delete on ai_document for each row execute function search_keep_document();
create trigger search_renew after update of title on ai_document for each row
  when (old.title is distinct from new.title) execute function search_keep_document();

-- A page that is read later belongs to all documents of its parse. The lock waits for requests that add a document to the
-- parse at the same time, so that each page is seen by one of both.
create function search_keep_page() returns trigger language plpgsql as $$
begin
  perform from ai_parse where id = new.parse_id for share;
  perform search_add(document, new.markdown, 1::smallint) from ai_document document where document.parse_id = new.parse_id;
  return null;
end
$$;
create trigger search_keep after insert on ai_page for each row when (new.markdown <> '') execute function search_keep_page();
-- Calls of a workspace by day, for the usage of people, projects and models.
create index model_call_sent on model_call (workspace_id, sent_at, id);
-- Whom a model is called for that reads a document, and whose project pays; null where no model reads it.
alter table ai_parse
  add constraint ai_parse_payer check (engine <> 'native' or paid_by is not null),
  add constraint ai_parse_paying_project foreign key (workspace_id, paying_project_id) references project (workspace_id, id);
create index ai_parse_of_project on ai_parse (paying_project_id) where paying_project_id is not null;
-- The prompt of a video under way is removed with the person who typed it.
alter table ai_video drop constraint ai_video_check1;
alter table ai_video add constraint ai_video_prompt check (ended_at is null or prompt is null);
-- What a play may still spend: its hard cap without what its look-ups and drafts cost, and without what is held back for those
-- that are under way; null for no cap. The play is held until the transaction ends, so that of two the second counts the first.
create function growth_play_room(play uuid) returns bigint language plpgsql as $$
declare
  here uuid := nullif(current_setting('app.workspace', true), '')::uuid;
  cap bigint;
  lookups bigint;
  drafts bigint;
begin
  select hard_cap_micros into cap from growth_play where workspace_id = here and id = play for no key update;
  if cap is null then
    return null;
  end if;
  select coalesce(sum(coalesce(cost_micros, held_micros)), 0) into lookups from growth_provider_call
    where workspace_id = here and growth_play_id = play;
  select coalesce(sum(coalesce(call.cost_micros, call.reserved_micros)), 0) into drafts from growth_draft_run run
    join model_call call on call.workspace_id = here and call.run_id = run.run_id
    where run.workspace_id = here and run.growth_play_id = play;
  return cap - lookups - drafts;
end $$;
create index growth_provider_call_of_play on growth_provider_call (growth_play_id) where growth_play_id is not null;

create index growth_run_proposals_due on growth_run (workspace_id) where proposals_due;
create policy due on growth_run for select to atelier_identity using (proposals_due);
grant select (workspace_id, proposals_due) on growth_run to atelier_identity;

-- A play that a research run proposed: what it stands on, and how it was proposed, so that it is not proposed again.
alter table growth_play
  add foreign key (workspace_id, growth_run_id) references growth_run (workspace_id, id),
  add check ((growth_run_id is null) = (cardinality(proposed_as) = 0));

-- One run that proposes plays from what a research run found.
create table growth_proposal_run (
  id uuid primary key,
  workspace_id uuid not null,
  growth_project_id uuid not null,
  growth_run_id uuid not null unique,
  status text not null check (status in ('queued', 'finished', 'failed')),
  run_id uuid,
  plays_proposed integer not null default 0 check (plays_proposed >= 0),
  -- Plays of the model that were left out: malformed, without evidence, or proposed before.
  plays_dropped integer not null default 0 check (plays_dropped >= 0),
  failure_code text check (length(failure_code) between 1 and 50),
  failure_message text check (length(failure_message) between 1 and 1000),
  started_by uuid not null,
  created_at timestamptz(3) not null,
  ended_at timestamptz(3),
  foreign key (workspace_id, growth_project_id) references growth_project (workspace_id, id),
  foreign key (workspace_id, growth_run_id) references growth_run (workspace_id, id),
  check ((status in ('finished', 'failed')) = (ended_at is not null)),
  check ((status = 'failed') = (failure_code is not null)),
  check ((failure_code is null) = (failure_message is null))
);
create index growth_proposal_run_page on growth_proposal_run (growth_project_id, created_at desc, id desc);

alter table growth_proposal_run enable row level security;
alter table growth_proposal_run force row level security;
create policy workspace on growth_proposal_run to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update on growth_proposal_run to atelier_tenant;
-- Access to mailboxes of erased people that is withdrawn at the provider. A row goes with that, at the latest after a day.
create table growth_mailbox_revocation (
  mailbox_id uuid primary key,
  workspace_id uuid not null,
  provider text not null check (provider = 'google'),
  key_version integer not null,
  ciphertext bytea not null,
  due_at timestamptz(3) not null,
  tried_until timestamptz(3) not null,
  foreign key (workspace_id, mailbox_id) references growth_mailbox (workspace_id, id) on delete cascade,
  foreign key (workspace_id, key_version) references workspace_data_key (workspace_id, version)
);
create index growth_mailbox_revocation_due on growth_mailbox_revocation (due_at, workspace_id);

alter table growth_mailbox_revocation enable row level security;
alter table growth_mailbox_revocation force row level security;
create policy workspace on growth_mailbox_revocation to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on growth_mailbox_revocation to atelier_tenant;
create policy due on growth_mailbox_revocation for select to atelier_identity using (true);
grant select (workspace_id, due_at) on growth_mailbox_revocation to atelier_identity;
-- GitLab as a kind of code host.
alter table code_host drop constraint code_host_kind_check;
alter table code_host add constraint code_host_kind_check check (kind in ('github', 'gitea', 'gitlab'));
-- A program that a person connected by OAuth is a key of theirs without a secret of its own: short tokens stand for it.
alter table api_key alter column secret_hash drop not null;
alter table api_key add constraint api_key_has_secret_or_client
  check ((secret_hash is null) = (client_id is not null)) not valid;
grant select (client_id) on api_key to atelier_tenant;
grant insert (client_id) on api_key to atelier_tenant;

-- Codes, access tokens and refresh tokens of connected programs. One that was used stays until its end, so that a second use is seen.
create table program_token (
  token_hash bytea primary key check (length(token_hash) = 32),
  workspace_id uuid not null references workspace,
  api_key_id uuid not null references api_key on delete cascade,
  kind text not null check (kind in ('code', 'access', 'refresh')),
  redirect_uri text check (length(redirect_uri) <= 2000),
  challenge text check (length(challenge) = 43),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null check (expires_at > created_at),
  used_at timestamptz(3),
  check ((kind = 'code') = (redirect_uri is not null)),
  check ((kind = 'code') = (challenge is not null)),
  check (kind <> 'access' or used_at is null)
);
create index program_token_of_key on program_token (api_key_id);
create index program_token_end on program_token (expires_at);

alter table program_token enable row level security;
create policy identity on program_token to atelier_identity using (true) with check (true);
create policy workspace on program_token to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on program_token to atelier_identity;
grant insert on program_token to atelier_tenant;
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

alter table code_host add constraint code_host_app_whole check ((app_id is null) = (installation_id is null));
alter table code_host add constraint code_host_app_of_github check (app_id is null or kind = 'github');
-- The exchanges of one project with its code host go one after another, so what is due is read with its project.
grant select (project_id) on pull_request to atelier_identity;
-- Replies that are neither a clear wish to get no mail nor clearly something else: no more is sent to their address until
-- a person says what they want.
alter table growth_message
  add check (not needs_decision or kind = 'reply');
create index growth_message_undecided on growth_message (lead_id) where needs_decision;
create index growth_message_undecided_of_project on growth_message (growth_project_id, lead_id) where needs_decision;
-- The export of a lead lists the look-ups about it.
create index growth_provider_call_of_lead on growth_provider_call (lead_id, sent_at desc) where lead_id is not null;
-- The media type belongs to the request that stores bytes: the same bytes of two types are two assets, and are parsed
-- once in each format.
alter table ai_asset drop constraint ai_asset_workspace_id_sha256_key;
alter table ai_asset add unique (workspace_id, sha256, media_type);

alter table ai_parse drop constraint ai_parse_workspace_id_sha256_engine_engine_version_key;
alter table ai_parse add unique (workspace_id, sha256, format, engine, engine_version);
-- Each deployment of a host has a generation. It is given while the row of the host is locked, so that a request that read an
-- earlier row late never makes an earlier version take the traffic back. A trigger gives it, since a process of the version
-- before inserts rows as well.
-- A migration belongs to no workspace: under row-level security the owner would see no row of these tables.
alter table deployment no force row level security;
alter table deployment_host no force row level security;
create unique index deployment_generation on deployment (label, generation);

create function give_generation() returns trigger language plpgsql as $$
begin
  update deployment_host set generation = generation + 1 where label = new.label returning generation into new.generation;
  return new;
end
$$;
create trigger give_generation before insert on deployment for each row execute function give_generation();
grant update (generation) on deployment_host to atelier_tenant;

alter table deployment force row level security;
alter table deployment_host force row level security;
-- Two names of one kind of thing are the same regardless of capitals and of how their accents are composed. Until now
-- “É” and “E” with an accent were two names, and so were “Ä” and “ä” in a database whose locale is C.

-- Lower letters of every script, whatever the locale of the database; PostgreSQL has a collation for this of its own from 17.
create function name_key_of(name text) returns text language plpgsql stable strict parallel safe as $$
begin
  if current_setting('server_version_num')::integer >= 170000 then
    return lower(normalize(name, nfc) collate pg_catalog.pg_c_utf8);
  end if;
  if exists (select from pg_catalog.pg_collation where collname = 'und-x-icu') then
    return lower(normalize(name, nfc) collate pg_catalog."und-x-icu");
  end if;
  return lower(normalize(name, nfc));
end
$$;

create function set_name_key() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or new.name <> old.name then
    new.name_key := name_key_of(new.name);
  end if;
  return new;
end
$$;
alter table client_account no force row level security;
alter table client_account force row level security;
drop index client_account_name;
create unique index client_account_name on client_account (workspace_id, name_key) where archived_at is null;
create trigger name_key before insert or update of name on client_account
  for each row execute function set_name_key();
alter table agent no force row level security;
alter table agent force row level security;
drop index agent_name;
create unique index agent_name on agent (workspace_id, coalesce(project_id, workspace_id), name_key)
  where deactivated_at is null;
create trigger name_key before insert or update of name on agent for each row execute function set_name_key();
alter table code_host no force row level security;
alter table code_host force row level security;
drop index code_host_name;
create unique index code_host_name on code_host (workspace_id, name_key);
create trigger name_key before insert or update of name on code_host for each row execute function set_name_key();
alter table tracker no force row level security;
alter table tracker force row level security;
drop index tracker_name;
create unique index tracker_name on tracker (workspace_id, name_key);
create trigger name_key before insert or update of name on tracker for each row execute function set_name_key();
alter table chat_channel no force row level security;
alter table chat_channel force row level security;
drop index chat_channel_name;
create unique index chat_channel_name on chat_channel (workspace_id, name_key);
create trigger name_key before insert or update of name on chat_channel for each row execute function set_name_key();
-- How many mails of a mailbox could not be read or filed, and why the last one could not.
alter table growth_mailbox
  add check ((set_aside_mails = 0) = (set_aside_reason is null));
-- The note of a share link can name its author; it goes when the author is erased.
grant update (note) on preview_share to atelier_tenant;
-- Search finds words anywhere in texts of scripts that put no spaces between words. Until now they were found at the start
-- of a run of letters alone, and marks that belong to a letter, as in プ or ท่, ended a word.

-- Characters of scripts without spaces between words, or that add syllables to them: Thai, Lao, Burmese, Khmer, kana,
-- Chinese characters, Hangul.
create or replace function search_dense() returns text language sql immutable as $$
  select '\u0E01-\u0E3A\u0E40-\u0E4E\u0E81-\u0ECD\u1000-\u103F\u1050-\u109D\u1780-\u17D3\u3005-\u3007\u3041-\u30FA\u30FC-\u30FF\u31F0-\u31FF\u3400-\u4DBF\u4E00-\u9FFF\uAC00-\uD7A3\U00020000-\U0003FFFF'
$$;

-- The runs of letters, digits and marks in a text, small and without Latin accents, in their order.
create or replace function search_runs(said text) returns table (run text, at bigint, is_dense boolean) language sql immutable as $$
  select part, number, part ~ ('^[' || search_dense() || ']')
  from regexp_split_to_table(
    regexp_replace(
      normalize(
        regexp_replace(
          normalize(lower(left(said, 32000) collate "und-x-icu"), NFKD), U&'[\0300-\036F]+', '', 'g'
        ), NFC
      ) collate "und-x-icu",
      '([' || search_dense() || ']+)', ' \1 ', 'g'
    ),
    '[^[:alnum:]_\u0900-\u0963\u0966-\u0DF3' || search_dense() || ']+'
  ) with ordinality as parts (part, number)
  where part <> ''
$$;

-- What a text is found by: its words, and of dense runs what begins at each of their characters; of a long text the first
-- thousand different ones.
create or replace function search_words(said text) returns table (word text) language sql immutable as $$
  select (case when is_dense then substr(run, start, 8) else left(run, 40) end) collate "C" as word
  from search_runs(said), generate_series(1, case when is_dense then length(run) else 1 end) start
  group by 1 order by min(at), min(start) limit 1000
$$;

-- What is looked for: words, and of dense runs one piece after the other.
create or replace function search_terms(asked text) returns table (word text) language sql immutable as $$
  select distinct (case when is_dense then substr(run, start, 8) else left(run, 40) end) collate "C"
  from search_runs(asked), generate_series(1, case when is_dense then length(run) else 1 end, 8) start
$$;

alter table project no force row level security;
alter table cycle no force row level security;
alter table task no force row level security;
alter table message no force row level security;
alter table ai_document no force row level security;
alter table ai_page no force row level security;
alter table search_word no force row level security;

alter table project force row level security;
alter table cycle force row level security;
alter table task force row level security;
alter table message force row level security;
alter table ai_document force row level security;
alter table ai_page force row level security;
alter table search_word force row level security;
-- A charge may be free: an invoice then shows what was done for nothing.
alter table billable drop constraint billable_unit_price_minor_check;
alter table billable add constraint billable_unit_price_minor_check
  check (unit_price_minor between 0 and 9007199254740991) not valid;
alter table billable validate constraint billable_unit_price_minor_check;
-- The commits that runs work on, by the names of their branches: the rows that say so are all that says so. Rows of earlier
-- versions name no repository, and theirs was the primary one. A run has one branch in each of its repositories.
create view repository_run_ref with (security_invoker = true) as
  select project_id, repository_id, integration_branch as name, integration_sha as sha
    from cycle where integration_sha is not null and deleted_at is null
  union all
  select cycle.project_id, beside.repository_id, cycle.integration_branch, beside.integration_sha
    from cycle_repository beside join cycle on cycle.id = beside.cycle_id and cycle.run_id = beside.run_id
    where cycle.deleted_at is null
  union all
  select project_id, repository_id, branch, head_sha from task where head_sha is not null and deleted_at is null;

grant select on repository_run_ref to atelier_tenant;
-- Branches and tags of the repositories on this host, which are where these rows say. The first start after this migration
-- reads them from the repositories; one without rows was not read yet.
create table repository_ref (
  workspace_id uuid not null,
  repository_id uuid not null,
  name text not null check (name ~ '^refs/(heads|tags)/.' and octet_length(name) <= 1000),
  sha text not null check (sha ~ '^[0-9a-f]{40}$'),
  primary key (repository_id, name),
  foreign key (workspace_id, repository_id) references repository (workspace_id, id)
);

alter table repository_ref enable row level security;
alter table repository_ref force row level security;
create policy workspace on repository_ref to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
create policy lookup on repository_ref for select to atelier_identity using (true);
grant select, insert, update, delete on repository_ref to atelier_tenant;
grant select (repository_id) on repository_ref to atelier_identity;

-- It found deliveries whose branch had moved in git and not in the rows. Nothing writes `target_from_sha` and
-- `target_to_sha` of cycles any more.
drop index cycle_repository_of_repository;
-- What repositories hold: packs in the object store, each as two objects, the pack and its index. The folders of a machine
-- are caches of them. `name` is git's own name of a pack, the hash of its content.
create table repository_pack (
  workspace_id uuid not null,
  repository_id uuid not null,
  name text not null check (name ~ '^pack-[0-9a-f]{40}$'),
  -- Names the two objects: one put of a pack never writes over another.
  object_id uuid not null,
  pack_bytes bigint not null check (pack_bytes > 0),
  pack_sha256 text not null check (pack_sha256 ~ '^[0-9a-f]{64}$'),
  index_bytes bigint not null check (index_bytes > 0),
  index_sha256 text not null check (index_sha256 ~ '^[0-9a-f]{64}$'),
  -- When the youngest of its objects was stored.
  created_at timestamptz(3) not null default now(),
  -- When nothing was found in it that no branch, tag or run reaches.
  pruned_at timestamptz(3),
  primary key (repository_id, name),
  foreign key (workspace_id, repository_id) references repository (workspace_id, id)
);

alter table repository_pack enable row level security;
alter table repository_pack force row level security;
create policy workspace on repository_pack to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
create policy lookup on repository_pack for select to atelier_identity using (true);
grant select, insert, update, delete on repository_pack to atelier_tenant;
grant select on repository_pack to atelier_identity;

-- Objects that go when their time has come: those of packs that no row names any more, and those that are being stored,
-- until a row names them.
create table removed_object (
  workspace_id uuid not null,
  key text primary key check (octet_length(key) <= 512),
  due_at timestamptz(3) not null
);
create index removed_object_due on removed_object (due_at);

alter table removed_object enable row level security;
alter table removed_object force row level security;
create policy workspace on removed_object to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
create policy lookup on removed_object for select to atelier_identity using (true);
grant select, insert, delete on removed_object to atelier_tenant;
grant select (workspace_id, due_at) on removed_object to atelier_identity;
-- The key that signs the audit log and the key of the SSH server, each sealed with a data key that the root key wraps, so
-- that every machine with the root key has them. They belong to no workspace. Without a root key they are files.
create table instance_key (
  name text primary key check (name in ('audit', 'ssh-host')),
  root_key_id text not null,
  wrapped bytea not null,
  sealed bytea not null
);

grant select, insert, update on instance_key to atelier_identity;
-- Failed sign-ins and letters that were asked for, counted for all servers together. `slot` is 16 bits of a keyed hash of
-- the network, account or browser, so that a row names no person and a crowd of networks adds no more than 65,536 of each
-- kind.
create table throttle (
  kind text not null check (kind in ('account', 'network', 'letter')),
  slot integer not null check (slot between 0 and 65535),
  failures integer not null check (failures > 0),
  next_at timestamptz not null,
  forgotten_at timestamptz not null,
  primary key (kind, slot)
);

create index throttle_by_end on throttle (forgotten_at);
grant select, insert, update, delete on throttle to atelier_identity;
-- The machines whose servers work on this database. A machine is a data folder: all processes on it have its id. It is alive
-- as long as one of them renews the lease, by the clock of the database. `works_until` is the lease of those that carry out
-- steps. A machine that does not share has its objects or keys in its own data folder, and has to be alone.
create table machine (
  id uuid primary key,
  sandbox_limit integer not null,
  shares boolean not null,
  lease_until timestamptz not null,
  works_until timestamptz,
  -- Where a process of the machine answers other processes of the instance, for what any process of it can read.
  address text
);
grant select, insert, update, delete on machine to atelier_tenant;
grant select, delete on machine to atelier_identity;

grant delete on scheduled_work to atelier_identity;
grant select (name) on scheduled_work to atelier_identity;
-- Agents that the operator chose, and hosts of model servers, where several machines work on the database. They belong to no
-- workspace. One machine has them in files of its data folder, which become rows once.
create table instance_setting (
  name text primary key check (name in ('agents', 'model-hosts')),
  value jsonb not null
);

grant select, insert, update on instance_setting to atelier_identity;
-- The folder of a build is its name in the folder of builds of each machine, which may be another one after a restore.
-- A migration belongs to no workspace: under row-level security the owner would see no row of this table.
alter table deployment no force row level security;
alter table deployment force row level security;
-- A verdict says who showed a change. `proved` said that a test fails without the change and passes with it, whoever wrote
-- the test; that is `shown` now, since nobody knows any more who wrote the tests of stored verdicts. What was hashed or
-- signed (the audit chains, snapshots of deliverables, evidence files) keeps its bytes.

-- A migration belongs to no workspace: under its own row-level security the owner would see no row of these tables.
alter table task no force row level security;
alter table activity_event no force row level security;
alter table project no force row level security;
alter table workspace_default no force row level security;

alter table task force row level security;
alter table activity_event force row level security;
alter table project force row level security;
alter table workspace_default force row level security;
-- Tests that a person gives a cycle and that no agent sees: files below the paths of tests, run over the change beside the
-- project's own.

create table acceptance_test (
  id uuid primary key,
  workspace_id uuid not null,
  project_id uuid not null,
  cycle_id uuid not null,
  path text not null check (length(path) between 1 and 255),
  content text not null check (octet_length(content) <= 65536),
  created_by uuid not null,
  created_at timestamptz(3) not null,
  -- The cycle that adds it to the repository, once a person said so.
  kept_by_cycle_id uuid,
  unique (cycle_id, path),
  foreign key (workspace_id, project_id) references project (workspace_id, id),
  foreign key (workspace_id, cycle_id) references cycle (workspace_id, id)
);
create index acceptance_test_of_project on acceptance_test (project_id);
create index acceptance_test_of_person on acceptance_test (created_by, created_at, id);
create index acceptance_test_age on acceptance_test (created_at);
create index acceptance_test_kept on acceptance_test (kept_by_cycle_id) where kept_by_cycle_id is not null;

alter table acceptance_test enable row level security;
alter table acceptance_test force row level security;
create policy workspace on acceptance_test to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on acceptance_test to atelier_tenant;
-- In which workspaces some are due for removal is asked among all of them, by ids and times.
create policy due on acceptance_test for select to atelier_identity using (true);
grant select (workspace_id, created_at) on acceptance_test to atelier_identity;
-- People hold the slot of a sandbox for as long as they work in it; other requests end.
alter table sandbox_slot
  drop constraint sandbox_slot_kind_check,
  drop constraint sandbox_slot_check1,
  drop constraint sandbox_slot_check2,
  add constraint sandbox_slot_kind_check check (kind in ('run', 'request', 'people')),
  add constraint sandbox_slot_check1 check ((kind = 'run') = (process is null)),
  add constraint sandbox_slot_check2 check ((kind = 'run') = (lease_until is null));

-- Credentials for one connection to a terminal or desktop, which any process may get. They end within minutes.
create table connection_credential (
  name text primary key,
  workspace_id uuid not null references workspace on delete cascade,
  kind text not null check (kind in ('terminal', 'desktop')),
  password_sha256 bytea not null,
  entrant jsonb not null,
  tries integer not null,
  expires_at timestamptz(3) not null
);
create index connection_credential_by_workspace on connection_credential (workspace_id);

alter table connection_credential enable row level security;
alter table connection_credential force row level security;
create policy workspace on connection_credential to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
create policy identity on connection_credential to atelier_identity using (true);
grant insert on connection_credential to atelier_tenant;
grant select (name, kind, password_sha256, entrant, tries, expires_at), update (tries), delete
  on connection_credential to atelier_identity;
-- Which process runs the program of a deployment, and where it answers the other processes of the instance. The lease is by
-- the clock of the database: a process that died has no program.
create table preview_program (
  deployment_id uuid primary key,
  process uuid not null,
  address text not null,
  lease_until timestamptz not null
);
grant select, insert, update, delete on preview_program to atelier_tenant;
-- The bytes of invoices as they were sent, each once by its hash, for as long as books are kept.

create table sent_invoice_document (
  workspace_id uuid not null,
  invoice_id uuid not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  content bytea not null check (octet_length(content) between 1 and 16777216),
  -- The last time: a reminder sends the same bytes again.
  sent_at timestamptz(3) not null,
  primary key (workspace_id, invoice_id, sha256),
  foreign key (workspace_id, invoice_id) references client_invoice (workspace_id, id)
);
create index sent_invoice_document_age on sent_invoice_document (sent_at);
-- PDFs are compressed already.
alter table sent_invoice_document alter column content set storage external;

alter table sent_invoice_document enable row level security;
alter table sent_invoice_document force row level security;
create policy workspace on sent_invoice_document to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, delete on sent_invoice_document to atelier_tenant;
grant update (sent_at) on sent_invoice_document to atelier_tenant;
-- In which workspaces some are due for removal is asked among all of them, by ids and times.
create policy due on sent_invoice_document for select to atelier_identity using (true);
grant select (workspace_id, sent_at) on sent_invoice_document to atelier_identity;
-- The bill of materials of each delivered commit, and for the search the packages of its lock files, each file once by its
-- content.

create table component_bill (
  id uuid primary key,
  workspace_id uuid not null,
  project_id uuid not null,
  repository_id uuid not null,
  commit_sha text not null,
  state text not null check (state in ('pending', 'ready', 'failed')),
  tries int not null default 0,
  due_at timestamptz(3) not null,
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  document text,
  delivered_at timestamptz(3) not null,
  unique (repository_id, commit_sha),
  unique (workspace_id, id),
  check ((state = 'ready') = (document is not null) and (document is null) = (sha256 is null)),
  foreign key (workspace_id, project_id) references project (workspace_id, id)
);
create index component_bill_of_project on component_bill (project_id);
create index component_bill_due on component_bill (due_at) where state = 'pending';

-- A lock file of a commit, or a manifest without one.
create table component_file (
  workspace_id uuid not null,
  project_id uuid not null,
  bill_id uuid not null,
  path text not null,
  -- The kind of packages that it names, as package URLs have it.
  type text not null,
  state text not null check (state in ('locked', 'part', 'unlocked', 'unread')),
  content_sha256 text not null,
  primary key (bill_id, path),
  foreign key (workspace_id, bill_id) references component_bill (workspace_id, id)
);
create index component_file_content on component_file (workspace_id, content_sha256);
create index component_file_of_project on component_file (project_id);

create table locked_component (
  workspace_id uuid not null,
  project_id uuid not null,
  content_sha256 text not null,
  type text not null,
  name text not null,
  version text not null,
  is_development boolean not null,
  primary key (project_id, content_sha256, type, name, version),
  foreign key (workspace_id, project_id) references project (workspace_id, id)
);
create index locked_component_name on locked_component (workspace_id, type, name);

-- Who was told of a vulnerability, and when: rows are added, never changed.
create table vulnerability_notice (
  id uuid primary key,
  workspace_id uuid not null,
  client_account_id uuid not null,
  vulnerability text not null,
  note text not null,
  told_at timestamptz(3) not null,
  created_by uuid not null,
  created_at timestamptz(3) not null,
  foreign key (workspace_id, client_account_id) references client_account (workspace_id, id)
);
create index vulnerability_notice_of on vulnerability_notice (workspace_id, vulnerability, told_at);
create index vulnerability_notice_of_person on vulnerability_notice (created_by, created_at, id);

do $$
declare
  name text;
begin
  foreach name in array array['component_bill', 'component_file', 'locked_component', 'vulnerability_notice'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy workspace on %I to atelier_tenant using (workspace_id = nullif(current_setting(''app.workspace'', true), '''')::uuid)',
      name
    );
  end loop;
end $$;
grant select, insert, delete on component_bill, component_file, locked_component to atelier_tenant;
grant update (state, tries, due_at, sha256, document) on component_bill to atelier_tenant;
grant select, insert on vulnerability_notice to atelier_tenant;
-- In which workspaces some are to be made is asked among all of them, by ids and times.
create policy due on component_bill for select to atelier_identity using (true);
grant select (workspace_id, state, due_at) on component_bill to atelier_identity;

alter table client_invoice
  -- As the other fields of the seller: those of the issue.
  add constraint client_invoice_electronic_frozen check (issued_at is not null or seller_electronic is null);
-- Sign-in with the identity provider of a company: at most one provider for a workspace, and the domains that it proved.

create table identity_provider (
  workspace_id uuid primary key references workspace,
  -- Another issuer is another provider: what an earlier one proved counts no more.
  id uuid not null unique,
  name text not null check (length(name) between 1 and 100),
  issuer text not null check (length(issuer) between 1 and 500),
  client_id text not null check (length(client_id) between 1 and 500),
  key_version integer not null,
  ciphertext bytea not null,
  role_claim text check (length(role_claim) between 1 and 200),
  -- Which value of the claim gives which role.
  roles jsonb not null check (jsonb_typeof(roles) = 'array'),
  default_role text check (default_role in ('admin', 'member')),
  -- Whether addresses count as verified where the provider says nothing of it, as Entra does.
  trusts_addresses boolean not null,
  -- Since when the people of the agency have to sign in with it.
  required_at timestamptz(3),
  emergency_passkey_id uuid references passkey on delete set null,
  -- Until when sign-ins with the emergency passkey were reported.
  emergency_seen_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index identity_provider_passkey on identity_provider (emergency_passkey_id) where emergency_passkey_id is not null;
alter table identity_provider enable row level security;
alter table identity_provider force row level security;
create policy identity on identity_provider to atelier_identity using (true) with check (true);
create policy workspace on identity_provider to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on identity_provider to atelier_tenant;
grant select on identity_provider to atelier_identity;

create table identity_domain (
  id uuid primary key,
  workspace_id uuid not null references workspace,
  domain text not null check (length(domain) between 4 and 253),
  token text not null check (length(token) = 43),
  created_at timestamptz(3) not null default now(),
  verified_at timestamptz(3),
  checked_at timestamptz(3),
  -- Since when its text is absent from DNS.
  missing_since timestamptz(3),
  unique (workspace_id, domain)
);
create unique index identity_domain_verified on identity_domain (domain) where verified_at is not null;
create index identity_domain_due on identity_domain (checked_at) where verified_at is not null;
alter table identity_domain enable row level security;
alter table identity_domain force row level security;
create policy identity on identity_domain to atelier_identity using (true) with check (true);
create policy workspace on identity_domain to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on identity_domain to atelier_tenant;
grant select on identity_domain to atelier_identity;

-- Who a person is at the provider of a workspace. It ends with the person's place there.
create table external_identity (
  workspace_id uuid not null,
  issuer text not null check (length(issuer) between 1 and 500),
  subject text not null check (length(subject) between 1 and 255),
  user_id uuid not null,
  created_at timestamptz(3) not null default now(),
  primary key (workspace_id, issuer, subject),
  unique (workspace_id, issuer, user_id),
  foreign key (workspace_id, user_id) references membership on delete cascade
);
create index external_identity_user on external_identity (user_id);
alter table external_identity enable row level security;
alter table external_identity force row level security;
create policy identity on external_identity to atelier_identity using (true) with check (true);
create policy workspace on external_identity to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, delete on external_identity to atelier_tenant;
grant select, insert, delete on external_identity to atelier_identity;

-- The provider that last proved who sits before the browser, and the passkey that signed in.
alter table session
  add check ((identity_provider_id is null) = (identity_provider_at is null));
grant update (keys_warned_at) on membership to atelier_tenant;
create index session_passkey on session (passkey_id) where passkey_id is not null;
-- Invoices that are handed over to the network Peppol, and the access point that does it.

create table access_point_connection (
  id uuid primary key,
  workspace_id uuid not null references workspace,
  driver text not null check (driver in ('e-invoice-be')),
  environment text not null check (environment in ('test', 'live')),
  -- Gone once nothing is to be asked of the access point any more.
  api_key_version integer,
  api_key_ciphertext bytea,
  api_key_ending text,
  webhook_key_version integer,
  webhook_ciphertext bytea,
  has_webhook_secret boolean not null,
  -- What the address of its webhook is found by.
  token_hash bytea unique check (length(token_hash) = 32),
  notice_at timestamptz(3),
  connected_at timestamptz(3) not null,
  connected_by uuid not null,
  updated_at timestamptz(3) not null,
  updated_by uuid not null,
  disconnected_at timestamptz(3),
  disconnected_by uuid,
  unique (workspace_id, id),
  constraint access_point_connection_api_key check ((api_key_version is null) = (api_key_ciphertext is null)
    and (disconnected_at is not null or api_key_version is not null)),
  constraint access_point_connection_webhook check ((webhook_key_version is null) = (webhook_ciphertext is null)
    and (webhook_key_version is null) = (token_hash is null)
    and (disconnected_at is null) = (webhook_key_version is not null)),
  constraint access_point_connection_disconnected check ((disconnected_at is null) = (disconnected_by is null))
);
create unique index access_point_connection_one on access_point_connection (workspace_id) where disconnected_at is null;
create index access_point_connection_spent on access_point_connection (workspace_id)
  where disconnected_at is not null and api_key_version is not null;

-- One document of an invoice, handed over once. It goes with the bytes that were sent.
create table invoice_transmission (
  id uuid primary key,
  workspace_id uuid not null,
  invoice_id uuid not null,
  sha256 text not null,
  profile text not null check (profile in ('peppol')),
  connection_id uuid not null,
  driver text not null check (driver in ('e-invoice-be')),
  environment text not null check (environment in ('test', 'live')),
  state text not null
    check (state in ('waiting', 'created', 'sending', 'handed_over', 'failed', 'delivered', 'answered')),
  -- The access point's name of the document: it is kept before the document is sent.
  reference text check (length(reference) between 1 and 200),
  -- The answer of the buyer, where its code is known, and when it came.
  answer text check (answer in ('AB', 'IP', 'UQ', 'CA', 'AP', 'RE', 'PD')),
  answered_at timestamptz(3),
  reason text check (reason in ('disconnected', 'invoice_void', 'no_answer', 'refused', 'not_delivered', 'unavailable')),
  detail text check (length(detail) between 1 and 300),
  -- The number of the attempt: an earlier one that still runs changes nothing.
  attempts integer not null,
  -- Null once the access point is asked no more.
  next_attempt_at timestamptz(3),
  begun_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  created_by uuid not null,
  unique (workspace_id, id),
  unique (workspace_id, invoice_id, sha256),
  foreign key (workspace_id, invoice_id, sha256) references sent_invoice_document on delete cascade,
  foreign key (workspace_id, connection_id) references access_point_connection (workspace_id, id),
  constraint invoice_transmission_reference check (reference is not null or state in ('waiting', 'failed')),
  constraint invoice_transmission_answer check (answer is null or state = 'answered'),
  constraint invoice_transmission_reason check (state <> 'failed' or reason is not null)
);
create index invoice_transmission_due on invoice_transmission (next_attempt_at) where next_attempt_at is not null;
create index invoice_transmission_reference on invoice_transmission (workspace_id, connection_id, reference);

-- Append-only: what was learned of a transmission, and from what.
create table invoice_transmission_status (
  id uuid primary key,
  workspace_id uuid not null,
  transmission_id uuid not null,
  state text not null check (state in ('waiting', 'handed_over', 'failed', 'delivered', 'answered')),
  -- The access point's own name of it, or of the buyer's answer.
  code text not null check (length(code) between 1 and 100),
  source text not null check (source in ('person', 'access_point', 'server')),
  -- By the access point's clock, where it says so.
  at timestamptz(3) not null,
  raw_sha256 text check (raw_sha256 ~ '^[0-9a-f]{64}$'),
  created_at timestamptz(3) not null,
  foreign key (workspace_id, transmission_id) references invoice_transmission (workspace_id, id) on delete cascade
);
create index invoice_transmission_status_of on invoice_transmission_status (workspace_id, transmission_id);

alter table access_point_connection enable row level security;
alter table access_point_connection force row level security;
create policy workspace on access_point_connection to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update on access_point_connection to atelier_tenant;
create policy identity on access_point_connection for select to atelier_identity using (true);
grant select (id, workspace_id, token_hash, api_key_version, disconnected_at) on access_point_connection
  to atelier_identity;

alter table invoice_transmission enable row level security;
alter table invoice_transmission force row level security;
create policy workspace on invoice_transmission to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert on invoice_transmission to atelier_tenant;
grant update (connection_id, driver, environment, state, reference, answer, answered_at, reason, detail, attempts,
  next_attempt_at, begun_at) on invoice_transmission to atelier_tenant;
create policy due on invoice_transmission for select to atelier_identity using (true);
grant select (workspace_id, connection_id, next_attempt_at) on invoice_transmission to atelier_identity;

alter table invoice_transmission_status enable row level security;
alter table invoice_transmission_status force row level security;
create policy workspace on invoice_transmission_status to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert on invoice_transmission_status to atelier_tenant;
