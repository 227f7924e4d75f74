-- The bill of materials of each delivered commit, and for the search the packages of its lock files, each file once by its
-- content.

create table component_bill (
  id uuid primary key,
  workspace_id uuid not null,
  project_id uuid not null,
  repository_id uuid not null,
  commit_sha text not null,
  state text not null check (state in ('pending', 'ready', 'failed')),
  tries int not null default 0,
  due_at timestamptz(3) not null,
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  document text,
  delivered_at timestamptz(3) not null,
  unique (repository_id, commit_sha),
  unique (workspace_id, id),
  check ((state = 'ready') = (document is not null) and (document is null) = (sha256 is null)),
  foreign key (workspace_id, project_id) references project (workspace_id, id)
);
create index component_bill_of_project on component_bill (project_id);
create index component_bill_due on component_bill (due_at) where state = 'pending';

-- A lock file of a commit, or a manifest without one.
create table component_file (
  workspace_id uuid not null,
  project_id uuid not null,
  bill_id uuid not null,
  path text not null,
  -- The kind of packages that it names, as package URLs have it.
  type text not null,
  state text not null check (state in ('locked', 'part', 'unlocked', 'unread')),
  content_sha256 text not null,
  primary key (bill_id, path),
  foreign key (workspace_id, bill_id) references component_bill (workspace_id, id)
);
create index component_file_content on component_file (workspace_id, content_sha256);
create index component_file_of_project on component_file (project_id);

create table locked_component (
  workspace_id uuid not null,
  project_id uuid not null,
  content_sha256 text not null,
  type text not null,
  name text not null,
  version text not null,
  is_development boolean not null,
  primary key (project_id, content_sha256, type, name, version),
  foreign key (workspace_id, project_id) references project (workspace_id, id)
);
create index locked_component_name on locked_component (workspace_id, type, name);

-- Who was told of a vulnerability, and when: rows are added, never changed.
create table vulnerability_notice (
  id uuid primary key,
  workspace_id uuid not null,
  client_account_id uuid not null,
  vulnerability text not null,
  note text not null,
  told_at timestamptz(3) not null,
  created_by uuid not null,
  created_at timestamptz(3) not null,
  foreign key (workspace_id, client_account_id) references client_account (workspace_id, id)
);
create index vulnerability_notice_of on vulnerability_notice (workspace_id, vulnerability, told_at);
create index vulnerability_notice_of_person on vulnerability_notice (created_by, created_at, id);

-- What was delivered before this version gets its bill too; before the table has its row-level security, under which
-- no row is inserted without a workspace.
insert into component_bill (id, workspace_id, project_id, repository_id, commit_sha, state, due_at, delivered_at)
select distinct on (cycle.repository_id, cycle.merged_sha) gen_random_uuid(), cycle.workspace_id, cycle.project_id,
  cycle.repository_id, cycle.merged_sha, 'pending', now(), cycle.status_changed_at
from cycle
where cycle.status = 'completed' and cycle.merged_sha is not null and cycle.repository_id is not null
order by cycle.repository_id, cycle.merged_sha, cycle.status_changed_at;

do $$
declare
  name text;
begin
  foreach name in array array['component_bill', 'component_file', 'locked_component', 'vulnerability_notice'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy workspace on %I to atelier_tenant using (workspace_id = nullif(current_setting(''app.workspace'', true), '''')::uuid)',
      name
    );
  end loop;
end $$;
grant select, insert, delete on component_bill, component_file, locked_component to atelier_tenant;
grant update (state, tries, due_at, sha256, document) on component_bill to atelier_tenant;
grant select, insert on vulnerability_notice to atelier_tenant;
-- In which workspaces some are to be made is asked among all of them, by ids and times.
create policy due on component_bill for select to atelier_identity using (true);
grant select (workspace_id, state, due_at) on component_bill to atelier_identity;
