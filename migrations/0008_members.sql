-- Members, their invitations and their keys. Each change of these writes its audit row in its own transaction, which is
-- that of the role atelier_tenant: it is given the columns it needs of its own workspace's people, and no other's.

alter table membership enable row level security;
drop policy if exists identity on membership;
drop policy if exists workspace on membership;
create policy identity on membership to atelier_identity using (true) with check (true);
create policy workspace on membership to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, delete on membership to atelier_tenant;
grant update (role) on membership to atelier_tenant;
create index membership_newest on membership (workspace_id, created_at desc, user_id desc) where role <> 'client';
-- The owners of a workspace are counted before one of them goes.
create index membership_owner on membership (workspace_id) where role = 'owner';

alter table users enable row level security;
create policy identity on users to atelier_identity using (true) with check (true);
create policy workspace on users for select to atelier_tenant
  using (exists (select from membership m where m.user_id = users.id
    and m.workspace_id = nullif(current_setting('app.workspace', true), '')::uuid));
grant select (id, name, email, email_normal) on users to atelier_tenant;

alter table api_key enable row level security;
create policy identity on api_key to atelier_identity using (true) with check (true);
create policy workspace on api_key to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select (id, workspace_id, user_id, name, hint, scopes, project_ids, expires_at, last_used_at, revoked_at, revoked_by,
  created_at) on api_key to atelier_tenant;
grant insert (id, workspace_id, user_id, name, secret_hash, hint, scopes, project_ids, expires_at, created_at)
  on api_key to atelier_tenant;
grant update (revoked_at, revoked_by) on api_key to atelier_tenant;
create index api_key_newest on api_key (workspace_id, created_at desc, id desc) where revoked_at is null;
create index api_key_own on api_key (workspace_id, user_id, created_at desc, id desc) where revoked_at is null;

-- An invitation is open until it is accepted, revoked, or past its time and replaced by another (lapsed).
create table member_invitation (
  id uuid primary key,
  workspace_id uuid not null references workspace,
  email text not null check (length(email) between 3 and 320),
  email_normal text not null check (length(email_normal) between 3 and 320),
  role text not null check (role in ('admin', 'member')),
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_at timestamptz(3) not null,
  created_by uuid not null,
  sent_at timestamptz(3) not null,
  expires_at timestamptz(3) not null check (expires_at > sent_at),
  accepted_at timestamptz(3),
  accepted_by uuid,
  revoked_at timestamptz(3),
  revoked_by uuid,
  lapsed_at timestamptz(3),
  check ((accepted_at is null) = (accepted_by is null)),
  check ((revoked_at is null) = (revoked_by is null)),
  check (num_nonnulls(accepted_at, revoked_at, lapsed_at) <= 1)
);
create unique index member_invitation_open on member_invitation (workspace_id, email_normal)
  where accepted_at is null and revoked_at is null and lapsed_at is null;
create index member_invitation_newest on member_invitation (workspace_id, created_at desc, id desc);

alter table member_invitation enable row level security;
alter table member_invitation force row level security;
create policy workspace on member_invitation to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update on member_invitation to atelier_tenant;
-- A token is shown before a workspace is known: its hash leads to one, and to nothing else.
create policy token on member_invitation for select to atelier_identity using (true);
grant select (token_hash, workspace_id) on member_invitation to atelier_identity;
