-- Sign-in with the identity provider of a company: at most one provider for a workspace, and the domains that it proved.

create table identity_provider (
  workspace_id uuid primary key references workspace,
  -- Another issuer is another provider: what an earlier one proved counts no more.
  id uuid not null unique,
  name text not null check (length(name) between 1 and 100),
  issuer text not null check (length(issuer) between 1 and 500),
  client_id text not null check (length(client_id) between 1 and 500),
  key_version integer not null,
  ciphertext bytea not null,
  role_claim text check (length(role_claim) between 1 and 200),
  -- Which value of the claim gives which role.
  roles jsonb not null check (jsonb_typeof(roles) = 'array'),
  default_role text check (default_role in ('admin', 'member')),
  -- Whether addresses count as verified where the provider says nothing of it, as Entra does.
  trusts_addresses boolean not null,
  -- Since when the people of the agency have to sign in with it.
  required_at timestamptz(3),
  emergency_passkey_id uuid references passkey on delete set null,
  -- Until when sign-ins with the emergency passkey were reported.
  emergency_seen_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index identity_provider_passkey on identity_provider (emergency_passkey_id) where emergency_passkey_id is not null;
alter table identity_provider enable row level security;
alter table identity_provider force row level security;
create policy identity on identity_provider to atelier_identity using (true) with check (true);
create policy workspace on identity_provider to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on identity_provider to atelier_tenant;
grant select on identity_provider to atelier_identity;

create table identity_domain (
  id uuid primary key,
  workspace_id uuid not null references workspace,
  domain text not null check (length(domain) between 4 and 253),
  token text not null check (length(token) = 43),
  created_at timestamptz(3) not null default now(),
  verified_at timestamptz(3),
  checked_at timestamptz(3),
  -- Since when its text is absent from DNS.
  missing_since timestamptz(3),
  unique (workspace_id, domain)
);
create unique index identity_domain_verified on identity_domain (domain) where verified_at is not null;
create index identity_domain_due on identity_domain (checked_at) where verified_at is not null;
alter table identity_domain enable row level security;
alter table identity_domain force row level security;
create policy identity on identity_domain to atelier_identity using (true) with check (true);
create policy workspace on identity_domain to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on identity_domain to atelier_tenant;
grant select on identity_domain to atelier_identity;

-- Who a person is at the provider of a workspace. It ends with the person's place there.
create table external_identity (
  workspace_id uuid not null,
  issuer text not null check (length(issuer) between 1 and 500),
  subject text not null check (length(subject) between 1 and 255),
  user_id uuid not null,
  created_at timestamptz(3) not null default now(),
  primary key (workspace_id, issuer, subject),
  unique (workspace_id, issuer, user_id),
  foreign key (workspace_id, user_id) references membership on delete cascade
);
create index external_identity_user on external_identity (user_id);
alter table external_identity enable row level security;
alter table external_identity force row level security;
create policy identity on external_identity to atelier_identity using (true) with check (true);
create policy workspace on external_identity to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, delete on external_identity to atelier_tenant;
grant select, insert, delete on external_identity to atelier_identity;

-- The provider that last proved who sits before the browser, and the passkey that signed in.
alter table session
  add column identity_provider_id uuid,
  add column identity_provider_at timestamptz(3),
  add column passkey_id uuid,
  add check ((identity_provider_id is null) = (identity_provider_at is null));

-- When the member last signed in with the provider, and when a letter said that keys will stop.
alter table membership
  add column identity_provider_at timestamptz(3),
  add column keys_warned_at timestamptz(3);
grant update (keys_warned_at) on membership to atelier_tenant;
create index session_passkey on session (passkey_id) where passkey_id is not null;
