-- Mailboxes that outreach is sent from, and how much each sent in a day.
create table growth_mailbox (
  id uuid primary key,
  workspace_id uuid not null references workspace,
  provider text not null check (provider in ('google', 'microsoft', 'imap')),
  -- In its normal form. A mailbox that is connected again keeps its row, and with it what it sent today.
  address text not null check (length(address) between 3 and 254),
  display_name text check (length(display_name) between 1 and 100),
  status text not null check (status in ('connected', 'paused', 'failing', 'disconnected')),
  daily_limit integer not null check (daily_limit between 1 and 2000),
  -- The first day of the ramp; null for a mailbox without one.
  warm_up_started_on text check (warm_up_started_on ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  time_zone text not null check (length(time_zone) between 1 and 100),
  -- Why it fails, as the server said it.
  failure text check (length(failure) between 1 and 300),
  -- Both null once it is disconnected.
  key_version integer,
  ciphertext bytea,
  -- How far its inbox was read.
  uid_validity bigint check (uid_validity > 0),
  last_uid bigint check (last_uid >= 0),
  -- Until when one process fetches a new access token; null while none does.
  refreshing_until timestamptz(3),
  connected_by uuid not null,
  connected_at timestamptz(3) not null,
  disconnected_at timestamptz(3),
  updated_at timestamptz(3) not null,
  foreign key (workspace_id, key_version) references workspace_data_key (workspace_id, version),
  check ((key_version is null) = (ciphertext is null)),
  check ((status = 'disconnected') = (disconnected_at is not null)),
  check ((status = 'disconnected') = (ciphertext is null)),
  check ((status = 'failing') = (failure is not null)),
  check ((uid_validity is null) = (last_uid is null)),
  unique (workspace_id, id),
  unique (workspace_id, address)
);
create index growth_mailbox_page on growth_mailbox (workspace_id, connected_at, id);

-- What a mailbox sent on a day of its time zone.
create table growth_mailbox_day (
  workspace_id uuid not null,
  mailbox_id uuid not null,
  day text not null check (day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  sent integer not null check (sent >= 0),
  primary key (mailbox_id, day),
  foreign key (workspace_id, mailbox_id) references growth_mailbox (workspace_id, id) on delete cascade
);

-- Connections that a person began at Google or Microsoft and that did not come back yet.
create table growth_mailbox_connection (
  state_hash bytea primary key check (length(state_hash) = 32),
  workspace_id uuid not null references workspace,
  provider text not null check (provider in ('google', 'microsoft')),
  user_id uuid not null,
  -- The verifier of PKCE.
  key_version integer not null,
  ciphertext bytea not null,
  expires_at timestamptz(3) not null,
  foreign key (workspace_id, key_version) references workspace_data_key (workspace_id, version)
);
create index growth_mailbox_connection_expiry on growth_mailbox_connection (expires_at);

do $$
declare name text;
begin
  foreach name in array array['growth_mailbox', 'growth_mailbox_day', 'growth_mailbox_connection']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy workspace on %I to atelier_tenant
       using (workspace_id = nullif(current_setting(''app.workspace'', true), '''')::uuid)', name);
  end loop;
end $$;
grant select, insert, update, delete on growth_mailbox, growth_mailbox_day, growth_mailbox_connection to atelier_tenant;
