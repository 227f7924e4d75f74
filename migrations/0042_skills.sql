-- Skills that the agents of a project find beside their worktree.

create table project_skill (
  workspace_id uuid not null,
  project_id uuid not null,
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 100),
  content text not null check (length(content) between 1 and 200000),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (project_id, slug),
  foreign key (workspace_id, project_id) references project (workspace_id, id)
);
alter table project_skill enable row level security;
alter table project_skill force row level security;
create policy workspace on project_skill to atelier_tenant using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on project_skill to atelier_tenant;
