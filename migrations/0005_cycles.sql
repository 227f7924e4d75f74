-- Cycles, their tasks, and what their runs left to be read.

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
  unique (workspace_id, id),
  foreign key (workspace_id, project_id) references project (workspace_id, id),
  check ((deleted_at is null) = (deleted_by is null)),
  check ((status = 'failed') = (failure is not null))
);
create index cycle_newest on cycle (workspace_id, created_at desc, id desc) where deleted_at is null;
create index cycle_urgency on cycle (workspace_id, urgency, created_at desc, id desc) where deleted_at is null;
create index cycle_project on cycle (project_id, created_at desc, id desc) where deleted_at is null;

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
  unique (workspace_id, id),
  unique (cycle_id, number),
  foreign key (workspace_id, project_id) references project (workspace_id, id),
  foreign key (workspace_id, cycle_id) references cycle (workspace_id, id)
);
create index task_newest on task (workspace_id, created_at desc, id desc);
create index task_project on task (project_id, created_at desc, id desc);

create table task_dependency (
  workspace_id uuid not null,
  task_id uuid not null,
  depends_on uuid not null,
  primary key (task_id, depends_on),
  foreign key (workspace_id, task_id) references task (workspace_id, id),
  foreign key (workspace_id, depends_on) references task (workspace_id, id),
  check (task_id <> depends_on)
);

-- A check of the project, run on the base first and then on the task's branch. One that cannot run never blocks.
create table task_check (
  workspace_id uuid not null,
  task_id uuid not null,
  run_id uuid not null,
  phase text not null check (phase in ('base', 'task')),
  name text not null,
  command text not null,
  outcome text not null check (outcome in ('passed', 'failed', 'could_not_run')),
  exit_code integer,
  stopped_by text,
  duration_ms integer not null check (duration_ms >= 0),
  log text not null,
  created_at timestamptz(3) not null,
  primary key (task_id, run_id, phase, name),
  foreign key (workspace_id, task_id) references task (workspace_id, id)
);

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

do $$
declare name text;
begin
  foreach name in array array['cycle', 'task', 'task_dependency', 'task_check', 'task_transcript']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy workspace on %I using (workspace_id = nullif(current_setting(''app.workspace'', true), '''')::uuid)', name);
    execute format('grant select, insert, update, delete on %I to atelier_tenant', name);
  end loop;
end $$;
