-- Sessions of people, what verifies them, and their passkeys (role identity). The tables of better-auth 1.7, by our
-- names: it never changes a schema itself. A token is stored as its SHA-256 in base64url.

create table session (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  token_hash text not null unique check (length(token_hash) = 43),
  -- The session's own workspace. Whoever loses the place there loses the session with it.
  active_workspace_id uuid,
  ip_address text check (length(ip_address) <= 100),
  user_agent text check (length(user_agent) <= 500),
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  foreign key (active_workspace_id, user_id) references membership (workspace_id, user_id) on delete cascade
);
create index session_person on session (user_id, created_at desc, id desc);
create index session_workspace on session (active_workspace_id, user_id) where active_workspace_id is not null;
create index session_end on session (expires_at);

create table verification (
  id uuid primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index verification_identifier on verification (identifier);
create index verification_value on verification using hash (value);
create index verification_end on verification (expires_at);

create table passkey (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  name text check (length(name) <= 200),
  public_key text not null,
  credential_id text not null unique,
  counter bigint not null check (counter >= 0),
  device_type text not null,
  backed_up boolean not null,
  transports text,
  aaguid text,
  created_at timestamptz(3) not null default now()
);
create index passkey_user on passkey (user_id);

grant select, insert, update, delete on session, verification, passkey to atelier_identity;

-- What a person did to their own account, on its way to the chains of the workspaces in which they have a place: added
-- in the transaction of the effect (role identity), taken in the one that records it there (role tenant).
create table auth_act (
  workspace_id uuid not null references workspace,
  id uuid not null,
  entry jsonb not null,
  created_at timestamptz(3) not null default now(),
  primary key (workspace_id, id)
);
create index auth_act_oldest on auth_act (workspace_id, created_at);

alter table auth_act enable row level security;
alter table auth_act force row level security;
create policy workspace on auth_act to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
create policy identity on auth_act for insert to atelier_identity with check (true);
grant insert on auth_act to atelier_identity;
grant select, delete on auth_act to atelier_tenant;
