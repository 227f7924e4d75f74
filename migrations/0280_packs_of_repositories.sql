-- What repositories hold: packs in the object store, each as two objects, the pack and its index. The folders of a machine
-- are caches of them. `name` is git's own name of a pack, the hash of its content.
create table repository_pack (
  workspace_id uuid not null,
  repository_id uuid not null,
  name text not null check (name ~ '^pack-[0-9a-f]{40}$'),
  -- Names the two objects: one put of a pack never writes over another.
  object_id uuid not null,
  pack_bytes bigint not null check (pack_bytes > 0),
  pack_sha256 text not null check (pack_sha256 ~ '^[0-9a-f]{64}$'),
  index_bytes bigint not null check (index_bytes > 0),
  index_sha256 text not null check (index_sha256 ~ '^[0-9a-f]{64}$'),
  -- When the youngest of its objects was stored.
  created_at timestamptz(3) not null default now(),
  -- When nothing was found in it that no branch, tag or run reaches.
  pruned_at timestamptz(3),
  primary key (repository_id, name),
  foreign key (workspace_id, repository_id) references repository (workspace_id, id)
);

alter table repository_pack enable row level security;
alter table repository_pack force row level security;
create policy workspace on repository_pack to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
create policy lookup on repository_pack for select to atelier_identity using (true);
grant select, insert, update, delete on repository_pack to atelier_tenant;
grant select on repository_pack to atelier_identity;

-- Objects that go when their time has come: those of packs that no row names any more, and those that are being stored,
-- until a row names them.
create table removed_object (
  workspace_id uuid not null,
  key text primary key check (octet_length(key) <= 512),
  due_at timestamptz(3) not null
);
create index removed_object_due on removed_object (due_at);

alter table removed_object enable row level security;
alter table removed_object force row level security;
create policy workspace on removed_object to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
create policy lookup on removed_object for select to atelier_identity using (true);
grant select, insert, delete on removed_object to atelier_tenant;
grant select (workspace_id, due_at) on removed_object to atelier_identity;
