-- The Merkle tree beside each audit chain: hashes of its whole subtrees of 256 leaves (level 1), of 256 of those
-- (level 2) and so on, 256 to a row. They are written when a head is signed; the leaves are the chain's own hashes.
create table audit_tree (
  workspace_id uuid not null references workspace,
  level integer not null check (level between 1 and 6),
  tile bigint not null check (tile >= 0),
  hashes bytea not null check (length(hashes) between 32 and 8192 and length(hashes) % 32 = 0),
  primary key (workspace_id, level, tile)
);
alter table audit_tree enable row level security;
alter table audit_tree force row level security;
create policy workspace on audit_tree using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update on audit_tree to atelier_tenant;
