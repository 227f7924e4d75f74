-- A task has runs of its own, and its status can be set by hand beside what the engine itself set last.

alter table task
  add column engine_status text check (engine_status in ('queued', 'blocked', 'building', 'testing', 'reviewing', 'approved',
    'merging', 'merged', 'pr_created', 'ci_passing', 'done', 'failed')),
  add column own_run_id uuid,
  add column own_runs integer not null default 0 check (own_runs >= 0),
  add column conflict jsonb,
  add column added_by uuid;

create index task_open on task (project_id)
  where own_run_id is not null and engine_status in ('building', 'testing', 'reviewing') and deleted_at is null;
create index task_draft on task (cycle_id) where run_id is null;
create index task_needed on task_dependency (depends_on);
