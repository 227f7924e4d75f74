-- Reminders of requests that wait, and their end where the project says so.

alter table pending_request add column reminded_at timestamptz(3);
create index pending_request_waiting on pending_request (workspace_id, created_at)
  where status = 'pending' and deleted_at is null;
create policy due on pending_request for select to atelier_identity using (true);
grant select (workspace_id, status, created_at, deleted_at) on pending_request to atelier_identity;
