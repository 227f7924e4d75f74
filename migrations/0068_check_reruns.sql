-- A check that was asked for again on the newest commit of a task. What it said the first time stays beside it.

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
create index check_rerun_task on check_rerun (task_id, run_id, created_at);
create unique index check_rerun_open on check_rerun (task_id) where ended_at is null;

alter table check_rerun enable row level security;
alter table check_rerun force row level security;
create policy workspace on check_rerun to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on check_rerun to atelier_tenant;
