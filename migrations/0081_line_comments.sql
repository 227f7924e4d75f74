-- What people write at a line of a change. It is its author's alone until the change is sent back with it.

create table line_comment (
  id uuid primary key,
  workspace_id uuid not null,
  project_id uuid not null,
  cycle_id uuid not null,
  task_id uuid not null,
  -- The change that its author read.
  commit_sha text not null check (commit_sha ~ '^[0-9a-f]{40}$'),
  path text not null check (length(path) between 1 and 4096),
  side text not null check (side in ('before', 'after')),
  line integer not null check (line >= 1),
  line_text text not null check (length(line_text) <= 500),
  body text not null check (length(body) between 1 and 2000),
  created_by uuid not null,
  created_at timestamptz(3) not null,
  sent_at timestamptz(3),
  -- The request whose decision sent it.
  request_id uuid,
  check ((sent_at is null) = (request_id is null)),
  foreign key (workspace_id, project_id) references project (workspace_id, id),
  foreign key (workspace_id, cycle_id) references cycle (workspace_id, id),
  foreign key (workspace_id, task_id) references task (workspace_id, id)
);
create index line_comment_of_task on line_comment (task_id, created_at desc, id desc);
create index line_comment_of_request on line_comment (request_id) where request_id is not null;
create index line_comment_of_project on line_comment (project_id);
create index line_comment_of_person on line_comment (created_by, created_at, id);

alter table line_comment enable row level security;
alter table line_comment force row level security;
create policy workspace on line_comment to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, delete on line_comment to atelier_tenant;
-- A comment is sent once; its words never change.
grant update (sent_at, request_id) on line_comment to atelier_tenant;
