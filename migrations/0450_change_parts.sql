-- What accounts for each part of a task's change: a test that needs it, or nothing, so that a person sees it.
create table change_part (
  workspace_id uuid not null,
  task_id uuid not null,
  run_id uuid not null,
  position integer not null check (position >= 0),
  path text not null,
  line integer not null check (line > 0),
  end_line integer not null,
  source_line text not null,
  kind text not null,
  added text not null,
  removed text not null,
  account text not null check (account in ('needed', 'own', 'test', 'same', 'shape', 'unseen')),
  reason text,
  created_at timestamptz(3) not null,
  primary key (task_id, run_id, position),
  check (end_line >= line),
  foreign key (workspace_id, task_id) references task (workspace_id, id)
);
alter table change_part enable row level security;
alter table change_part force row level security;
create policy workspace on change_part using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on change_part to atelier_tenant;
