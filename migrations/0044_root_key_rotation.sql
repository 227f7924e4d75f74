-- Which root key wraps which data keys: asked once for all workspaces while root keys rotate. No key is in it.
create policy due on data_key for select to atelier_identity using (true);
grant select (workspace_id, project_id, version, root_key_id) on data_key to atelier_identity;
create policy due on workspace_data_key for select to atelier_identity using (true);
grant select (workspace_id, version, root_key_id) on workspace_data_key to atelier_identity;
