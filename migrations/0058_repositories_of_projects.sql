-- A repository that was detached keeps its files for a while; then they go, and the row says so.
alter table repository add column purged_at timestamptz(3) check (purged_at is null or detached_at is not null);
create index repository_purge on repository (detached_at, workspace_id)
  where host = 'native-repos' and detached_at is not null and purged_at is null;
grant select (workspace_id, detached_at, purged_at) on repository to atelier_identity;

-- The head of a project also moves when another repository or branch becomes the one that work goes to.
alter table revision drop constraint revision_source_check;
alter table revision add constraint revision_source_check
  check (source in ('created', 'import', 'merge', 'upload', 'switch'));
