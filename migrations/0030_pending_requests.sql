-- Questions and approvals that wait for a person. `decided_by` is who sent the decision; a name that the agency gave
-- instead stands beside it.

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
  unique (workspace_id, id),
  foreign key (workspace_id, project_id) references project (workspace_id, id),
  foreign key (workspace_id, cycle_id) references cycle (workspace_id, id),
  foreign key (workspace_id, task_id) references task (workspace_id, id),
  check ((status = 'pending') = (decided_at is null)),
  check (status <> 'pending' or (decided_by is null and decider_name is null and decision is null and feedback is null)),
  check (not blocking or run_id is not null)
);
create index pending_request_newest on pending_request (workspace_id, created_at desc, id desc) where deleted_at is null;
create index pending_request_status on pending_request (workspace_id, status, created_at desc, id desc)
  where deleted_at is null;
create index pending_request_cycle on pending_request (cycle_id, created_at desc, id desc);
create index pending_request_task on pending_request (task_id, created_at desc, id desc);
create index pending_request_project on pending_request (project_id);
create index pending_request_person on pending_request (decided_by, decided_at, id) where decided_by is not null;
-- A run waits for one decision at a time.
create unique index pending_request_run on pending_request (run_id) where status = 'pending' and blocking;

alter table pending_request enable row level security;
alter table pending_request force row level security;
create policy workspace on pending_request
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on pending_request to atelier_tenant;
