-- What a scan answered to the person who asked for it, for an hour: an import that is declared with it takes its bundle.

create table import_scan (
  id uuid primary key,
  workspace_id uuid not null references workspace,
  user_id uuid not null,
  source text not null check (source in ('bundle', 'folder')),
  default_branch text not null,
  commit_sha text not null,
  bundle_sha256 text not null,
  bundle_size_bytes bigint not null check (bundle_size_bytes > 0),
  manifest text not null,
  manifest_sha256 text not null,
  report jsonb not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index import_scan_expiry on import_scan (expires_at);
create index import_scan_of_person on import_scan (workspace_id, user_id, created_at);

alter table import_scan enable row level security;
alter table import_scan force row level security;
create policy workspace on import_scan to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on import_scan to atelier_tenant;
create policy due on import_scan for select to atelier_identity using (true);
grant select (workspace_id, expires_at) on import_scan to atelier_identity;
