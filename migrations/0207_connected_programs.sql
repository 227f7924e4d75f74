-- A program that a person connected by OAuth is a key of theirs without a secret of its own: short tokens stand for it.
alter table api_key alter column secret_hash drop not null;
alter table api_key add column client_id text check (length(client_id) <= 500);
alter table api_key add constraint api_key_has_secret_or_client
  check ((secret_hash is null) = (client_id is not null)) not valid;
grant select (client_id) on api_key to atelier_tenant;
grant insert (client_id) on api_key to atelier_tenant;

-- Codes, access tokens and refresh tokens of connected programs. One that was used stays until its end, so that a second use is seen.
create table program_token (
  token_hash bytea primary key check (length(token_hash) = 32),
  workspace_id uuid not null references workspace,
  api_key_id uuid not null references api_key on delete cascade,
  kind text not null check (kind in ('code', 'access', 'refresh')),
  redirect_uri text check (length(redirect_uri) <= 2000),
  challenge text check (length(challenge) = 43),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null check (expires_at > created_at),
  used_at timestamptz(3),
  check ((kind = 'code') = (redirect_uri is not null)),
  check ((kind = 'code') = (challenge is not null)),
  check (kind <> 'access' or used_at is null)
);
create index program_token_of_key on program_token (api_key_id);
create index program_token_end on program_token (expires_at);

alter table program_token enable row level security;
create policy identity on program_token to atelier_identity using (true) with check (true);
create policy workspace on program_token to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on program_token to atelier_identity;
grant insert on program_token to atelier_tenant;
