-- What clients see of a cycle: a draft, its published snapshots, and who was asked to decide on one.

create table deliverable (
  id uuid primary key,
  workspace_id uuid not null,
  project_id uuid not null,
  cycle_id uuid not null,
  title text not null check (length(title) between 1 and 200),
  client_status text not null check (client_status in ('draft', 'in_review', 'delivered', 'accepted')),
  due_date timestamptz(3),
  summary text,
  submitted_revision integer not null default 0 check (submitted_revision >= 0),
  published_at timestamptz(3),
  created_at timestamptz(3) not null,
  created_by uuid not null,
  updated_at timestamptz(3) not null,
  updated_by uuid not null,
  unique (workspace_id, id),
  unique (cycle_id),
  foreign key (workspace_id, project_id) references project (workspace_id, id),
  foreign key (workspace_id, cycle_id) references cycle (workspace_id, id),
  check (published_at is null or submitted_revision > 0)
);
create index deliverable_newest on deliverable (workspace_id, created_at desc, id desc);
create index deliverable_project on deliverable (project_id, created_at desc, id desc);

-- `content` is canonical JSON (RFC 8785), and `sha256` the hash of its bytes.
create table deliverable_snapshot (
  workspace_id uuid not null,
  project_id uuid not null,
  deliverable_id uuid not null,
  revision integer not null check (revision > 0),
  content text not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  published_at timestamptz(3) not null,
  published_by uuid not null,
  primary key (deliverable_id, revision),
  unique (deliverable_id, revision, sha256),
  foreign key (workspace_id, deliverable_id) references deliverable (workspace_id, id)
);
create index deliverable_snapshot_project on deliverable_snapshot (project_id);

create table deliverable_approval (
  id uuid primary key,
  workspace_id uuid not null,
  project_id uuid not null,
  deliverable_id uuid not null,
  revision integer not null,
  revision_hash text not null,
  reviewer_id uuid not null,
  requested_at timestamptz(3) not null,
  requested_by uuid not null,
  decision text check (decision in ('approved', 'changes_requested')),
  comment text,
  decided_at timestamptz(3),
  foreign key (workspace_id, deliverable_id) references deliverable (workspace_id, id),
  foreign key (deliverable_id, revision, revision_hash) references deliverable_snapshot (deliverable_id, revision, sha256),
  check ((decision is null) = (decided_at is null)),
  check (comment is null or decision is not null)
);
create index deliverable_approval_newest on deliverable_approval (deliverable_id, requested_at desc, id desc);
create index deliverable_approval_person on deliverable_approval (reviewer_id, requested_at, id);
create index deliverable_approval_project on deliverable_approval (project_id);
create unique index deliverable_approval_open on deliverable_approval (deliverable_id, revision, reviewer_id)
  where decision is null;

do $$
declare name text;
begin
  foreach name in array array['deliverable', 'deliverable_snapshot', 'deliverable_approval']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy workspace on %I to atelier_tenant using (workspace_id = nullif(current_setting(''app.workspace'', true), '''')::uuid)', name);
  end loop;
end $$;

-- What was published never changes, and of a request nothing but its decision.
grant select, insert, update, delete on deliverable to atelier_tenant;
grant select, insert, delete on deliverable_snapshot to atelier_tenant;
grant select, insert, delete, update (decision, comment, decided_at) on deliverable_approval to atelier_tenant;
