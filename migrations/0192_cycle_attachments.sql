-- Files that people add to a cycle: to its proposal, or to a message of its conversation. Those of a message may come
-- before it, under the id that its sender chose; they are shown once it was sent by the same person.
create table cycle_attachment (
  id uuid primary key,
  workspace_id uuid not null,
  project_id uuid not null,
  cycle_id uuid not null,
  -- Null for a file of the proposal.
  message_id uuid,
  asset_id uuid not null,
  -- Null for a file whose text nobody asked for.
  document_id uuid,
  name text not null check (length(name) between 1 and 255),
  media_type text not null check (length(media_type) between 1 and 200),
  size_bytes bigint not null check (size_bytes >= 0),
  author_side text not null check (author_side in ('agency', 'client')),
  created_by uuid not null,
  created_at timestamptz(3) not null,
  unique (workspace_id, id),
  -- Only the agency adds files to a proposal.
  check (message_id is not null or author_side = 'agency'),
  foreign key (workspace_id, project_id) references project (workspace_id, id),
  foreign key (workspace_id, cycle_id) references cycle (workspace_id, id),
  foreign key (workspace_id, asset_id) references ai_asset (workspace_id, id) on delete cascade,
  foreign key (workspace_id, document_id) references ai_document (workspace_id, id) on delete set null (document_id)
);
create index cycle_attachment_of_cycle on cycle_attachment (cycle_id, created_at, id);
create index cycle_attachment_of_project on cycle_attachment (project_id);
create index cycle_attachment_of_asset on cycle_attachment (workspace_id, asset_id);
create index cycle_attachment_of_document on cycle_attachment (workspace_id, document_id) where document_id is not null;
create index cycle_attachment_of_person on cycle_attachment (workspace_id, created_by, id);

alter table cycle_attachment enable row level security;
alter table cycle_attachment force row level security;
create policy workspace on cycle_attachment to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on cycle_attachment to atelier_tenant;
