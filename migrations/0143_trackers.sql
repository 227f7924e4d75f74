-- Trackers whose issues become cycles, and what is written to their conversations.

create table tracker (
  id uuid primary key,
  workspace_id uuid not null references workspace,
  kind text not null check (kind in ('linear')),
  name text not null check (length(name) between 1 and 100),
  base_url text not null check (length(base_url) <= 2048),
  -- The token, the secret of the webhook, and what its address ends with.
  key_version integer not null,
  ciphertext bytea not null,
  has_webhook_secret boolean not null,
  hook_token_hash bytea not null unique check (length(hook_token_hash) = 32),
  last_delivery_at timestamptz(3),
  created_at timestamptz(3) not null,
  created_by uuid not null,
  unique (workspace_id, id),
  foreign key (workspace_id, key_version) references workspace_data_key (workspace_id, version)
);
create unique index tracker_name on tracker (workspace_id, lower(name));

-- Where issues of a project come from: a team of a tracker, or the issues of its repository at the code host.
create table tracker_link (
  project_id uuid primary key,
  workspace_id uuid not null,
  tracker_id uuid,
  team_key text check (length(team_key) between 1 and 50),
  look_at timestamptz(3),
  error text check (length(error) <= 1000),
  linked_at timestamptz(3) not null,
  linked_by uuid not null,
  foreign key (workspace_id, project_id) references project (workspace_id, id),
  foreign key (workspace_id, tracker_id) references tracker (workspace_id, id),
  check ((tracker_id is null) = (team_key is null)),
  check ((tracker_id is null) = (look_at is not null))
);
create unique index tracker_link_team on tracker_link (tracker_id, lower(team_key));
create index tracker_link_due on tracker_link (look_at) where look_at is not null;

create table tracker_delivery (
  tracker_id uuid not null,
  workspace_id uuid not null,
  delivery_id text not null check (length(delivery_id) between 1 and 100),
  received_at timestamptz(3) not null,
  primary key (tracker_id, delivery_id),
  foreign key (workspace_id, tracker_id) references tracker (workspace_id, id) on delete cascade
);
create index tracker_delivery_received on tracker_delivery (received_at);

-- Without a tracker, a conversation is that of an issue at the code host.
alter table linear_session
  add column tracker_id uuid,
  add column told_status text,
  add column closed_at timestamptz(3),
  add foreign key (workspace_id, tracker_id) references tracker (workspace_id, id) on delete set null (tracker_id);
create unique index linear_session_id on linear_session (workspace_id, id);
create index linear_session_open on linear_session (id) where closed_at is null;
create index linear_session_of_cycle on linear_session (cycle_id);
update linear_session set closed_at = created_at;

-- What is written to a conversation; the key is that of its reason, so that it is written once.
create table tracker_post (
  id uuid primary key,
  workspace_id uuid not null,
  session_id uuid not null,
  key text not null check (length(key) between 1 and 100),
  kind text not null check (kind in ('thought', 'elicitation', 'response', 'error')),
  body text not null check (length(body) <= 20000),
  created_at timestamptz(3) not null,
  sent_at timestamptz(3),
  attempts integer not null check (attempts >= 0),
  next_attempt_at timestamptz(3),
  error text check (length(error) <= 1000),
  unique (session_id, key),
  foreign key (workspace_id, session_id) references linear_session (workspace_id, id) on delete cascade
);
create index tracker_post_due on tracker_post (next_attempt_at) where next_attempt_at is not null;

-- What was read in a conversation.
create table tracker_note (
  session_id uuid not null,
  workspace_id uuid not null,
  note_id text not null check (length(note_id) between 1 and 100),
  read_at timestamptz(3) not null,
  primary key (session_id, note_id),
  foreign key (workspace_id, session_id) references linear_session (workspace_id, id) on delete cascade
);

alter table cycle add column tracker_url text check (length(tracker_url) <= 2048);

do $$
declare name text;
begin
  foreach name in array array['tracker', 'tracker_link', 'tracker_delivery', 'tracker_post', 'tracker_note']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy workspace on %I to atelier_tenant using (workspace_id = nullif(current_setting(''app.workspace'', true), '''')::uuid)', name);
    execute format('grant select, insert, update, delete on %I to atelier_tenant', name);
  end loop;
end $$;
grant update on linear_session to atelier_tenant;

-- Asked among all workspaces, by ids and times: whose webhook a token is, and what is due.
create policy hook on tracker for select to atelier_identity using (true);
grant select (workspace_id, id, hook_token_hash) on tracker to atelier_identity;
create policy due on tracker_link for select to atelier_identity using (look_at is not null);
grant select (workspace_id, project_id, look_at) on tracker_link to atelier_identity;
create policy due on linear_session for select to atelier_identity using (closed_at is null);
grant select (workspace_id, id, closed_at) on linear_session to atelier_identity;
create policy due on tracker_post for select to atelier_identity using (next_attempt_at is not null);
grant select (workspace_id, id, key, next_attempt_at) on tracker_post to atelier_identity;
create policy due on tracker_delivery for select to atelier_identity using (true);
grant select (workspace_id, received_at) on tracker_delivery to atelier_identity;
