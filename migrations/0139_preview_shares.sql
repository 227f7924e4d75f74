-- Links that open the host of a deployment for people without an account, until they expire or are removed.
create table preview_share (
  id uuid primary key,
  workspace_id uuid not null,
  project_id uuid not null,
  label text not null,
  -- SHA-256 of the token, which is shown once.
  token_hash bytea not null check (length(token_hash) = 32),
  -- Whom it is for, as its maker wrote it.
  note text check (length(note) between 1 and 200),
  created_by uuid not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null check (expires_at > created_at),
  foreign key (workspace_id, project_id) references project (workspace_id, id),
  foreign key (workspace_id, label) references deployment_host (workspace_id, label)
);
create unique index preview_share_token on preview_share (token_hash);
create index preview_share_of_label on preview_share (label, created_at desc, id desc);

alter table preview_share enable row level security;
alter table preview_share force row level security;
create policy workspace on preview_share to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, delete on preview_share to atelier_tenant;
