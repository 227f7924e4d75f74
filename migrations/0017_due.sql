-- What schedules ask, once for all workspaces: in which of them something is due. The role that sees people and
-- workspaces sees of these rows the workspace and what tells whether they are due, never a name or a content.

do $$
declare name text;
begin
  foreach name in array array['project', 'project_import', 'portal_invitation', 'idempotency_answer', 'ledger',
    'audit_checkpoint', 'audit_repeat', 'repository', 'run']
  loop
    execute format('create policy due on %I for select to atelier_identity using (true)', name);
  end loop;
end $$;
create policy due on auth_act for select to atelier_identity using (true);

grant select (workspace_id, deleted_at, purged_at) on project to atelier_identity;
grant select (workspace_id, status, expires_at, claimed_until, finalized_at) on project_import to atelier_identity;
grant select (workspace_id, accepted_at, revoked_at, lapsed_at, expires_at) on member_invitation to atelier_identity;
grant select (workspace_id, accepted_at, revoked_at, expires_at) on portal_invitation to atelier_identity;
grant select (workspace_id, created_at) on idempotency_answer to atelier_identity;
grant select (workspace_id, audit_position) on ledger to atelier_identity;
grant select (workspace_id, size) on audit_checkpoint to atelier_identity;
grant select (workspace_id, ends_at) on audit_repeat to atelier_identity;
grant select (workspace_id) on auth_act to atelier_identity;
-- Which repositories on the disk, and which worktrees of runs, nothing knows any more.
grant select (id) on repository to atelier_identity;
grant select (id, ended_at) on run to atelier_identity;

-- Whatever is due is found by its time, however many workspaces there are.
create unique index run_id on run (id);
drop index project_purge;
create index project_purge on project (deleted_at, workspace_id) where deleted_at is not null and purged_at is null;
create index project_import_finalized on project_import (finalized_at) where status = 'finalized';
create index member_invitation_due on member_invitation
  ((coalesce(accepted_at, revoked_at, lapsed_at, expires_at)), workspace_id);
create index portal_invitation_due on portal_invitation
  ((coalesce(accepted_at, revoked_at, expires_at)), workspace_id);
create index idempotency_answer_due on idempotency_answer (created_at, workspace_id);
create index audit_repeat_due on audit_repeat (ends_at, workspace_id);
