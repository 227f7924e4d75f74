-- In which workspaces mail is read.
create policy read_in on growth_mailbox for select to atelier_identity using (true);
grant select (workspace_id, status) on growth_mailbox to atelier_identity;
