-- Money that models cost: what each scope may spend, has spent, and holds back for calls in flight.
-- An instance table without row-level security: one call locks the rows of four scopes, the instance's own among them.
create table budget (
  scope_kind text not null check (scope_kind in ('instance', 'workspace', 'project', 'cycle')),
  scope_id uuid not null,
  cap_micros bigint check (cap_micros between 0 and 9007199254740991),
  spent_micros bigint not null default 0 check (spent_micros between 0 and 9007199254740991),
  reserved_micros bigint not null default 0 check (reserved_micros between 0 and 9007199254740991),
  primary key (scope_kind, scope_id),
  check ((scope_kind = 'instance') = (scope_id = '00000000-0000-0000-0000-000000000000'))
);
create index budget_workspace_holding on budget (scope_id) where scope_kind = 'workspace' and reserved_micros > 0;

grant select, insert, update on budget to atelier_tenant;

-- One call of a model by one attempt of a step. A finished one answers the same call of a later attempt.
create table model_call (
  workspace_id uuid not null references workspace,
  id uuid not null,
  project_id uuid not null,
  cycle_id uuid not null,
  task_id uuid,
  run_id uuid not null,
  step text not null check (length(step) between 1 and 200),
  request_hash bytea not null check (length(request_hash) = 32),
  nth integer not null check (nth > 0),
  provider text not null,
  model text not null,
  status text not null check (status in ('open', 'finished', 'failed', 'abandoned')),
  reserved_micros bigint not null check (reserved_micros between 0 and 9007199254740991),
  cost_micros bigint check (cost_micros between 0 and reserved_micros),
  input_tokens bigint check (input_tokens >= 0),
  output_tokens bigint check (output_tokens >= 0),
  response bytea,
  failure jsonb,
  sent_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3),
  primary key (workspace_id, id),
  check ((status = 'open') = (ended_at is null)),
  check ((status = 'open') = (cost_micros is null)),
  check ((status = 'finished') = (response is not null)),
  check ((status = 'failed') = (failure is not null))
);
create index model_call_run on model_call (workspace_id, run_id, id);
create index model_call_replay on model_call (workspace_id, run_id, step, id) where status = 'finished';
create index model_call_open on model_call (workspace_id, expires_at) where status = 'open';

alter table model_call enable row level security;
alter table model_call force row level security;
create policy workspace on model_call using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);

grant select, insert, update on model_call to atelier_tenant;
