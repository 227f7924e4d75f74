-- Which project's sandbox a slot of people is, and where the process that runs it answers other processes of the instance.
alter table sandbox_slot add column project_id uuid, add column address text;

-- Credentials for one connection to a terminal or desktop, which any process may get. They end within minutes.
create table connection_credential (
  name text primary key,
  workspace_id uuid not null references workspace on delete cascade,
  kind text not null check (kind in ('terminal', 'desktop')),
  password_sha256 bytea not null,
  entrant jsonb not null,
  tries integer not null,
  expires_at timestamptz(3) not null
);
create index connection_credential_by_workspace on connection_credential (workspace_id);

alter table connection_credential enable row level security;
alter table connection_credential force row level security;
create policy workspace on connection_credential to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
create policy identity on connection_credential to atelier_identity using (true);
grant insert on connection_credential to atelier_tenant;
grant select (name, kind, password_sha256, entrant, tries, expires_at), update (tries), delete
  on connection_credential to atelier_identity;
