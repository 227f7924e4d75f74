-- What people said about a task, or in the conversation of a cycle. Their words never change.

create table message (
  workspace_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  cycle_id uuid not null,
  task_id uuid,
  content text not null check (length(content) between 1 and 32000),
  author_side text not null check (author_side in ('agency', 'client')),
  created_by uuid not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, project_id) references project (workspace_id, id),
  foreign key (workspace_id, cycle_id) references cycle (workspace_id, id),
  foreign key (workspace_id, task_id) references task (workspace_id, id)
);
create index message_of_task on message (task_id, created_at desc, id desc) where task_id is not null;
create index message_of_project on message (project_id);
create index message_of_person on message (created_by, created_at, id);

alter table message enable row level security;
alter table message force row level security;
create policy workspace on message to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, delete on message to atelier_tenant;
