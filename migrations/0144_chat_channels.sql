-- Channels of Slack and Microsoft Teams that are told what waits for people and how cycles end.

create table chat_channel (
  id uuid primary key,
  workspace_id uuid not null references workspace,
  kind text not null check (kind in ('slack', 'teams')),
  name text not null check (length(name) between 1 and 100),
  -- The address of the incoming webhook is its secret.
  key_version integer not null,
  ciphertext bytea not null,
  -- The newest event that was told, or needed no words.
  position bigint not null,
  attempts integer not null check (attempts >= 0),
  next_attempt_at timestamptz(3),
  error text check (length(error) <= 1000),
  created_at timestamptz(3) not null,
  created_by uuid not null,
  unique (workspace_id, id),
  foreign key (workspace_id, key_version) references workspace_data_key (workspace_id, version),
  check ((attempts = 0) = (error is null)),
  check ((attempts = 0) = (next_attempt_at is null))
);
create unique index chat_channel_name on chat_channel (workspace_id, lower(name));

alter table chat_channel enable row level security;
alter table chat_channel force row level security;
create policy workspace on chat_channel to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on chat_channel to atelier_tenant;

-- Which channels have events that they were not told of is asked among all workspaces, by ids and numbers.
create policy due on chat_channel for select to atelier_identity using (true);
grant select (workspace_id, id, position, next_attempt_at) on chat_channel to atelier_identity;
