-- Sessions in which a bundle becomes the next revision of a project that is there.

create table revision_upload (
  id uuid primary key,
  workspace_id uuid not null,
  project_id uuid not null,
  user_id uuid not null,
  idempotency_key text not null,
  payload_sha256 bytea not null check (length(payload_sha256) = 32),
  expected_revision_id uuid not null,
  expected_generation bigint not null check (expected_generation > 0),
  default_branch text not null,
  commit_sha text not null,
  bundle_sha256 text not null,
  bundle_size_bytes bigint not null check (bundle_size_bytes >= 0),
  manifest text not null,
  manifest_sha256 text not null,
  status text not null check (status in ('accepting', 'uploaded', 'finalizing', 'finalized', 'rejected')),
  claim_id uuid,
  claimed_until timestamptz(3),
  revision_id uuid,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  finalized_at timestamptz(3),
  rejection jsonb,
  rejected_at timestamptz(3),
  unique (project_id, user_id, idempotency_key),
  foreign key (workspace_id, project_id) references project (workspace_id, id),
  foreign key (workspace_id, revision_id) references revision (workspace_id, id),
  check ((status = 'finalizing') = (claim_id is not null)),
  check ((claim_id is null) = (claimed_until is null)),
  check ((status = 'finalized') = (finalized_at is not null and revision_id is not null)),
  check ((status = 'rejected') = (rejection is not null and rejected_at is not null))
);
create index revision_upload_expiry on revision_upload (expires_at) where status <> 'finalized';
create index revision_upload_finalized on revision_upload (finalized_at) where status = 'finalized';
create index revision_upload_claimed on revision_upload (claimed_until) where status = 'finalizing';
create unique index revision_upload_revision on revision_upload (revision_id) where revision_id is not null;

alter table revision_upload enable row level security;
alter table revision_upload force row level security;
create policy workspace on revision_upload
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on revision_upload to atelier_tenant;
create policy due on revision_upload for select to atelier_identity using (true);
grant select (workspace_id, status, expires_at, claimed_until, finalized_at) on revision_upload to atelier_identity;
