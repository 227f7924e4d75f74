-- The key that signs the audit log and the key of the SSH server, each sealed with a data key that the root key wraps, so
-- that every machine with the root key has them. They belong to no workspace. Without a root key they are files.
create table instance_key (
  name text primary key check (name in ('audit', 'ssh-host')),
  root_key_id text not null,
  wrapped bytea not null,
  sealed bytea not null
);

grant select, insert, update on instance_key to atelier_identity;
