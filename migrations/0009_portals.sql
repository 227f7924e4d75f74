-- Client accounts, who belongs to them, and invitations to an agency's portal.

create table client_account (
  id uuid primary key,
  workspace_id uuid not null references workspace,
  name text not null check (length(name) between 1 and 200),
  billing_email text check (length(billing_email) between 3 and 320),
  notes text check (length(notes) between 1 and 5000),
  created_at timestamptz(3) not null,
  created_by uuid not null,
  updated_at timestamptz(3) not null,
  archived_at timestamptz(3),
  archived_by uuid,
  unique (workspace_id, id),
  check ((archived_at is null) = (archived_by is null))
);
-- An archived account gives its name back.
create unique index client_account_name on client_account (workspace_id, lower(name)) where archived_at is null;
create index client_account_newest on client_account (workspace_id, created_at desc, id desc);

-- A project belongs to at most one customer.
alter table project add column client_account_id uuid,
  add foreign key (workspace_id, client_account_id) references client_account (workspace_id, id),
  add unique (workspace_id, id, client_account_id);
create index project_client_account on project (workspace_id, client_account_id, created_at desc, id desc)
  where client_account_id is not null and deleted_at is null;

-- A person's place at one customer. Nobody has a place without a membership, so it ends with it.
create table seat (
  workspace_id uuid not null,
  client_account_id uuid not null,
  user_id uuid not null,
  can_create_projects boolean not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, client_account_id, user_id),
  foreign key (workspace_id, client_account_id) references client_account (workspace_id, id),
  foreign key (workspace_id, user_id) references membership on delete cascade
);
create index seat_user on seat (user_id, workspace_id);

-- A person's own relationship with the agency; without an override the workspace's default permission holds.
create table portal_client (
  workspace_id uuid not null,
  user_id uuid not null,
  can_create_projects boolean,
  created_at timestamptz(3) not null,
  primary key (workspace_id, user_id),
  foreign key (workspace_id, user_id) references membership on delete cascade
);
create index portal_client_user on portal_client (user_id);
create index portal_client_newest on portal_client (workspace_id, created_at desc, user_id desc);

create table portal_settings (
  workspace_id uuid primary key references workspace,
  can_create_projects boolean not null,
  updated_at timestamptz(3) not null,
  updated_by uuid not null
);

-- Of one customer, or of the agency as a whole where no account is named.
create table portal_invitation (
  id uuid primary key,
  workspace_id uuid not null references workspace,
  client_account_id uuid,
  email text not null check (length(email) between 3 and 320),
  email_normal text not null,
  can_create_projects boolean,
  project_grants jsonb not null check (jsonb_typeof(project_grants) = 'array' and jsonb_array_length(project_grants) <= 100),
  created_at timestamptz(3) not null,
  created_by uuid not null,
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  accepted_by uuid,
  revoked_at timestamptz(3),
  revoked_by uuid,
  unique (workspace_id, id),
  foreign key (workspace_id, client_account_id) references client_account (workspace_id, id),
  check (client_account_id is null or can_create_projects is not null),
  check ((accepted_at is null) = (accepted_by is null)),
  check ((revoked_at is null) = (revoked_by is null)),
  check (accepted_at is null or revoked_at is null)
);
create index portal_invitation_account on portal_invitation (workspace_id, client_account_id, created_at desc, id desc);
create index portal_invitation_open on portal_invitation (workspace_id, email_normal)
  where accepted_at is null and revoked_at is null;

-- Found by the hash of the link's token before a workspace is known.
create table portal_token (
  token_hash bytea primary key check (length(token_hash) = 32),
  workspace_id uuid not null,
  invitation_id uuid not null unique,
  foreign key (workspace_id, invitation_id) references portal_invitation (workspace_id, id) on delete cascade
);

-- A grant by a seat is of the project's own customer, and goes with the seat; every grant goes with the membership.
-- The migration's role may be under the policies as well, and what lies there is of all workspaces.
alter table project_grant no force row level security;
delete from project_grant g
where not exists (select from membership m where m.workspace_id = g.workspace_id and m.user_id = g.user_id);
update project_grant set source = 'legacy' where source = 'seat';
alter table project_grant force row level security;
alter table project_grant add column client_account_id uuid,
  add check ((source = 'seat') = (client_account_id is not null)),
  add foreign key (workspace_id, user_id) references membership on delete cascade,
  add foreign key (workspace_id, project_id, client_account_id) references project (workspace_id, id, client_account_id),
  add foreign key (workspace_id, client_account_id, user_id) references seat on delete cascade;
drop index project_grant_user;
create index project_grant_user on project_grant (workspace_id, user_id, created_at desc, project_id desc);

do $$
declare name text;
begin
  foreach name in array array['client_account', 'portal_settings', 'portal_invitation']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy workspace on %I using (workspace_id = nullif(current_setting(''app.workspace'', true), '''')::uuid)', name);
    execute format('grant select, insert, update on %I to atelier_tenant', name);
  end loop;
  -- Written in the transaction of a workspace, so that a place, its grants and their audit row are one effect; read by
  -- identity for every workspace of a person.
  foreach name in array array['seat', 'portal_client', 'portal_token']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy workspace on %I to atelier_tenant using (workspace_id = nullif(current_setting(''app.workspace'', true), '''')::uuid)', name);
    execute format('create policy identity on %I to atelier_identity using (true)', name);
  end loop;
end $$;
grant select, insert, update, delete on seat, portal_client to atelier_tenant;
grant select, insert on portal_token to atelier_tenant;
grant select (workspace_id, client_account_id, user_id) on seat to atelier_identity;
grant select (workspace_id, user_id) on portal_client to atelier_identity;
grant select (token_hash, workspace_id) on portal_token to atelier_identity;
