-- The sorting of a proposal by the intake agent: a choice among few, and why there is none.

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
  foreign key (workspace_id, project_id) references project (workspace_id, id),
  foreign key (workspace_id, cycle_id) references cycle (workspace_id, id),
  check ((kind is null) = (urgency is null)),
  check ((sorted_at is null) = (kind is null and note is null)),
  check (kind is null or note is null)
);
create index cycle_intake_of_cycle on cycle_intake (cycle_id);
create index cycle_intake_of_project on cycle_intake (project_id);

alter table cycle_intake enable row level security;
alter table cycle_intake force row level security;
create policy workspace on cycle_intake to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, delete on cycle_intake to atelier_tenant;
grant update (kind, urgency, duplicate_of, note, sorted_at) on cycle_intake to atelier_tenant;
