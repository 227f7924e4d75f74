-- Skills of a project, and what a run took of them when it was planned.

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

-- The content goes when the run ends; which skills it had stays with its evidence.
create table run_skill (
  workspace_id uuid not null,
  project_id uuid not null,
  run_id uuid not null,
  slug text not null,
  content_sha256 text not null check (content_sha256 ~ '^[0-9a-f]{64}$'),
  content text,
  primary key (run_id, slug),
  foreign key (workspace_id, project_id) references project (workspace_id, id)
);
create index run_skill_of_project on run_skill (project_id);

do $$
declare name text;
begin
  foreach name in array array['project_skill', 'run_skill']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy workspace on %I to atelier_tenant using (workspace_id = nullif(current_setting(''app.workspace'', true), '''')::uuid)', name);
    execute format('grant select, insert, update, delete on %I to atelier_tenant', name);
  end loop;
end $$;
