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
