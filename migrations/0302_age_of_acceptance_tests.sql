-- In which workspaces some are due for removal is asked among all of them, by ids and times.
create policy due on acceptance_test for select to atelier_identity using (true);
grant select (workspace_id, created_at) on acceptance_test to atelier_identity;
