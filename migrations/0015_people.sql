-- People who asked to be forgotten, and where that is still to be done.

-- Asked for in one transaction of the role atelier_identity, which takes name, address and ways to sign in; what
-- workspaces hold follows place by place. The name and address to look for are here until the last place is done.
create table erasure (
  user_id uuid primary key references users,
  name text,
  email text,
  requested_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  check ((ended_at is null) = (name is not null and email is not null))
);
create index erasure_open on erasure (requested_at) where ended_at is null;
grant select, insert on erasure to atelier_identity;
grant update (name, email, ended_at) on erasure to atelier_identity;

create table erasure_place (
  workspace_id uuid not null references workspace,
  user_id uuid not null references erasure,
  was_member boolean not null,
  ended_at timestamptz(3),
  primary key (workspace_id, user_id)
);
create index erasure_place_person on erasure_place (user_id);

alter table erasure_place enable row level security;
alter table erasure_place force row level security;
create policy workspace on erasure_place to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
create policy identity on erasure_place to atelier_identity using (true);
grant select on erasure_place to atelier_tenant;
grant update (ended_at) on erasure_place to atelier_tenant;
grant select, insert, delete on erasure_place to atelier_identity;
