-- People, workspaces and keys (role identity), then what every workspace has from its first day (role tenant).
-- The runner has made the roles atelier_identity and atelier_tenant before this file runs.

revoke all on schema public from public;
grant usage on schema public to atelier_identity, atelier_tenant;

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

create table workspace (
  id uuid primary key,
  name text not null check (length(name) between 1 and 200),
  time_zone text not null default 'UTC',
  locale text not null default 'en',
  created_at timestamptz(3) not null default now()
);

create table membership (
  workspace_id uuid not null references workspace,
  user_id uuid not null references users,
  role text not null check (role in ('owner', 'admin', 'member', 'client')),
  created_at timestamptz(3) not null default now(),
  primary key (workspace_id, user_id)
);
create index membership_user on membership (user_id);

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
create index api_key_owner on api_key (workspace_id, user_id);

grant select, insert, update, delete on users, account, workspace, membership, api_key to atelier_identity;

-- The last audit and event numbers of a workspace and the head of its chain: locked as the last act of a
-- transaction, so that numbers are in commit order.
create table ledger (
  workspace_id uuid primary key references workspace,
  audit_position bigint not null default 0 check (audit_position >= 0),
  audit_hash bytea not null check (length(audit_hash) = 32),
  event_position bigint not null default 0 check (event_position >= 0)
);

create table audit_row (
  workspace_id uuid not null references workspace,
  position bigint not null check (position > 0),
  id uuid not null,
  occurred_at timestamptz(3) not null,
  actor_type text not null check (actor_type in ('user', 'api_key', 'agent', 'system')),
  actor_id text,
  action text not null,
  category text not null check (category in ('create', 'read', 'update', 'delete', 'execute', 'auth', 'export')),
  resource_type text,
  resource_id text,
  parent_type text,
  parent_id text,
  outcome text not null check (outcome in ('success', 'failure', 'denied')),
  severity text not null check (severity in ('info', 'notice', 'warning', 'critical')),
  source text not null check (source in ('web', 'api', 'cli', 'chat', 'tracker', 'codehost', 'webhook', 'internal', 'system')),
  request_id text,
  trace_id text,
  details_hash bytea not null check (length(details_hash) = 32),
  hash bytea not null check (length(hash) = 32),
  primary key (workspace_id, position),
  unique (workspace_id, id)
);
create index audit_row_time on audit_row (workspace_id, occurred_at desc, position desc);
create index audit_row_resource on audit_row (workspace_id, resource_type, resource_id, position desc);
create index audit_row_trace on audit_row (workspace_id, trace_id) where trace_id is not null;

create table audit_detail (
  workspace_id uuid not null,
  audit_id uuid not null,
  salt bytea,
  details jsonb,
  erased_at timestamptz(3),
  primary key (workspace_id, audit_id),
  foreign key (workspace_id, audit_id) references audit_row (workspace_id, id),
  check ((erased_at is null) = (salt is not null and details is not null))
);

create table activity_event (
  workspace_id uuid not null references workspace,
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
create index activity_event_time on activity_event (workspace_id, occurred_at desc, position desc);
create index activity_event_cycle on activity_event (workspace_id, cycle_id, position) where cycle_id is not null;
create index activity_event_entity on activity_event (workspace_id, entity_type, entity_id, position desc);
create index activity_event_name on activity_event (workspace_id, name, position desc);
create index activity_event_trace on activity_event (workspace_id, trace_id, position desc) where trace_id is not null;

alter table ledger enable row level security;
alter table ledger force row level security;
create policy workspace on ledger using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
alter table audit_row enable row level security;
alter table audit_row force row level security;
create policy workspace on audit_row using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
alter table audit_detail enable row level security;
alter table audit_detail force row level security;
create policy workspace on audit_detail using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
alter table activity_event enable row level security;
alter table activity_event force row level security;
create policy workspace on activity_event using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);

-- The serving role adds to the chain and to the feed; only details may change, since they may have to be erased.
grant select, insert, update on ledger to atelier_tenant;
grant select, insert on audit_row, activity_event to atelier_tenant;
grant select, insert, update on audit_detail to atelier_tenant;
