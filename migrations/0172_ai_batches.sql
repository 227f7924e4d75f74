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
