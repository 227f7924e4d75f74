-- What is swept when its time is over (platform/retention): indexes to find it, and the right to remove it.

create index member_invitation_closed on member_invitation
  (workspace_id, (coalesce(accepted_at, revoked_at, lapsed_at, expires_at)));
create index portal_invitation_closed on portal_invitation
  (workspace_id, (coalesce(accepted_at, revoked_at, expires_at)));
grant delete on member_invitation, portal_invitation to atelier_tenant;
create index users_unverified on users (created_at) where not email_verified;
