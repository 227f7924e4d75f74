-- Branches and tags of the repositories on this host, which are where these rows say. The first start after this migration
-- reads them from the repositories; one without rows was not read yet.
create table repository_ref (
  workspace_id uuid not null,
  repository_id uuid not null,
  name text not null check (name ~ '^refs/(heads|tags)/.' and octet_length(name) <= 1000),
  sha text not null check (sha ~ '^[0-9a-f]{40}$'),
  primary key (repository_id, name),
  foreign key (workspace_id, repository_id) references repository (workspace_id, id)
);

alter table repository_ref enable row level security;
alter table repository_ref force row level security;
create policy workspace on repository_ref to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
create policy lookup on repository_ref for select to atelier_identity using (true);
grant select, insert, update, delete on repository_ref to atelier_tenant;
grant select (repository_id) on repository_ref to atelier_identity;

-- It found deliveries whose branch had moved in git and not in the rows. Nothing writes `target_from_sha` and
-- `target_to_sha` of cycles any more.
drop index cycle_repository_of_repository;
