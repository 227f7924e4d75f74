-- Signed webhooks of code hosts, and the pull requests that deliver cycles to one.

alter table code_host
  add column hook_token_hash bytea check (length(hook_token_hash) = 32),
  add column hook_key_version integer,
  add column hook_ciphertext bytea,
  add column last_delivery_at timestamptz(3),
  add constraint code_host_hook check (
    (hook_token_hash is null) = (hook_key_version is null) and (hook_token_hash is null) = (hook_ciphertext is null)),
  add constraint code_host_hook_key foreign key (workspace_id, hook_key_version)
    references workspace_data_key (workspace_id, version);
create unique index code_host_hook_token on code_host (hook_token_hash);

-- Projects that were connected before go on being pushed; a later one is delivered by pull requests unless it says not.
alter table code_host_link
  add column pull_requests boolean not null default false,
  add column hook_id text check (length(hook_id) <= 100),
  add column hook_attempts integer not null default 0 check (hook_attempts >= 0),
  add column hook_next_at timestamptz(3),
  add column hook_error text check (length(hook_error) <= 1000),
  -- Since when the branch at the host may have commits that the project does not have.
  add column look_at timestamptz(3),
  add column look_error text check (length(look_error) <= 1000);
create index code_host_link_hooks on code_host_link (hook_next_at) where hook_next_at is not null;
create index code_host_link_looks on code_host_link (look_at) where look_at is not null;

-- Which deliveries were taken: a repeated one changes nothing.
create table code_host_delivery (
  code_host_id uuid not null,
  workspace_id uuid not null,
  delivery_id text not null check (length(delivery_id) between 1 and 100),
  event text not null check (length(event) <= 100),
  received_at timestamptz(3) not null,
  primary key (code_host_id, delivery_id),
  foreign key (workspace_id, code_host_id) references code_host (workspace_id, id) on delete cascade
);
create index code_host_delivery_received on code_host_delivery (received_at);

create table pull_request (
  id uuid primary key,
  workspace_id uuid not null,
  project_id uuid not null,
  repository_id uuid not null,
  code_host_id uuid,
  cycle_id uuid not null,
  -- The run that waits for it.
  run_id uuid not null unique,
  branch text not null check (length(branch) <= 200),
  target_branch text not null check (length(target_branch) <= 200),
  commit_sha text not null check (commit_sha ~ '^[0-9a-f]{40}$'),
  title text not null check (length(title) <= 300),
  body text not null check (length(body) <= 20000),
  state text not null check (state in ('waiting', 'open', 'merged', 'taken', 'closed')),
  checks text not null check (checks in ('none', 'pending', 'passing', 'failing')),
  number integer,
  url text check (length(url) <= 2048),
  revision_id uuid,
  withdrawn_at timestamptz(3),
  hinted_at timestamptz(3),
  attempts integer not null check (attempts >= 0),
  next_attempt_at timestamptz(3),
  error text check (length(error) <= 1000),
  created_at timestamptz(3) not null,
  changed_at timestamptz(3) not null,
  unique (workspace_id, id),
  foreign key (workspace_id, project_id) references project (workspace_id, id),
  foreign key (workspace_id, code_host_id) references code_host (workspace_id, id) on delete set null (code_host_id),
  check ((number is null) = (url is null)),
  check (state not in ('open', 'merged', 'taken') or number is not null),
  check ((state = 'taken') = (revision_id is not null)),
  check ((state in ('taken', 'closed')) = (next_attempt_at is null))
);
create index pull_request_of_project on pull_request (workspace_id, project_id, created_at desc, id desc);
create index pull_request_of_cycle on pull_request (workspace_id, cycle_id);
create index pull_request_due on pull_request (next_attempt_at) where next_attempt_at is not null;

-- Comments that were read at the host, and those that are written there.
create table pull_request_comment (
  pull_request_id uuid not null,
  workspace_id uuid not null,
  -- The host's id of a comment that was read; the message's of one that is written.
  comment_id text not null check (length(comment_id) between 1 and 100),
  -- Null for a comment that was read: its words are in the conversation of the cycle.
  body text check (length(body) <= 40000),
  created_at timestamptz(3) not null,
  sent_at timestamptz(3),
  primary key (pull_request_id, comment_id),
  foreign key (workspace_id, pull_request_id) references pull_request (workspace_id, id) on delete cascade
);

do $$
declare name text;
begin
  foreach name in array array['code_host_delivery', 'pull_request', 'pull_request_comment']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy workspace on %I to atelier_tenant using (workspace_id = nullif(current_setting(''app.workspace'', true), '''')::uuid)', name);
    execute format('grant select, insert, update, delete on %I to atelier_tenant', name);
  end loop;
end $$;

-- Asked among all workspaces, by ids and times: whose webhook a token is, and which projects and pull requests are due.
create policy hook on code_host for select to atelier_identity using (hook_token_hash is not null);
grant select (workspace_id, id, hook_token_hash) on code_host to atelier_identity;
grant select (hook_next_at, look_at) on code_host_link to atelier_identity;
create policy due on pull_request for select to atelier_identity using (next_attempt_at is not null);
grant select (workspace_id, id, next_attempt_at) on pull_request to atelier_identity;
create policy due on code_host_delivery for select to atelier_identity using (true);
grant select (workspace_id, received_at) on code_host_delivery to atelier_identity;
