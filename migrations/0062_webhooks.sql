-- Addresses that the events of a workspace are sent to, what was sent, and what each attempt came to.

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
  foreign key (workspace_id, key_version) references workspace_data_key (workspace_id, version),
  foreign key (workspace_id, previous_key_version) references workspace_data_key (workspace_id, version),
  check ((previous_key_version is null) = (previous_ciphertext is null)),
  check ((previous_ciphertext is null) = (previous_until is null)),
  check ((replay_until is null) = (replay_at is null) and (replay_until is null) = (replay_position is null)),
  check ((failures = 0) = (failing_since is null)),
  check ((disabled_at is null) = (disabled_reason is null)),
  check ((holder is null) = (leased_until is null))
);

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
create index webhook_delivery_waiting on webhook_delivery
  (workspace_id, webhook_id, next_attempt_at, event_position nulls first, id) where status = 'waiting';
create index webhook_delivery_newest on webhook_delivery (workspace_id, webhook_id, created_at desc, id desc);
create index webhook_delivery_ended on webhook_delivery (workspace_id, ended_at) where ended_at is not null;

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

do $$
declare name text;
begin
  foreach name in array array['webhook', 'webhook_delivery', 'webhook_attempt']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy workspace on %I using (workspace_id = nullif(current_setting(''app.workspace'', true), '''')::uuid)', name);
  end loop;
end $$;
grant select, insert, update, delete on webhook, webhook_delivery to atelier_tenant;
grant select, insert on webhook_attempt to atelier_tenant;

-- Which of them something is due for is asked among all workspaces, by ids and times.
create policy due on webhook for select to atelier_identity using (true);
grant select (workspace_id, id, position, replay_until, failures, rests_until, next_due_at, is_full, turn_at,
  leased_until, disabled_at) on webhook to atelier_identity;
create policy due on webhook_delivery for select to atelier_identity using (true);
grant select (workspace_id, ended_at) on webhook_delivery to atelier_identity;
grant select (event_position) on ledger to atelier_identity;
