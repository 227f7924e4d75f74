-- Every object is removed by a row of this table, also those that belong to no workspace. A key holds ids alone, so that
-- it becomes a table of the instance. `workspace_id` stays for processes of the version before, and goes in a later one.
alter table removed_object alter column workspace_id drop not null;
drop policy workspace on removed_object;
drop policy lookup on removed_object;
alter table removed_object no force row level security;
alter table removed_object disable row level security;
grant update on removed_object to atelier_tenant;
revoke all on removed_object from atelier_identity;
revoke select (workspace_id, due_at) on removed_object from atelier_identity;
