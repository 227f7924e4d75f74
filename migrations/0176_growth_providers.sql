-- Providers of data about companies and people: keys, their order for each capability, look-ups, and what they cost.
create table growth_provider_setting (
  workspace_id uuid not null references workspace,
  provider text not null check (provider ~ '^[a-z_]{1,40}$'),
  enabled boolean not null,
  -- What a billed look-up costs in the plan of the workspace; null for the price of the list.
  call_price_micros bigint check (call_price_micros between 0 and 100000000),
  -- Both null without a key of the workspace's own.
  key_version integer,
  ciphertext bytea,
  updated_at timestamptz(3) not null,
  updated_by uuid not null,
  primary key (workspace_id, provider),
  foreign key (workspace_id, key_version) references workspace_data_key (workspace_id, version),
  check ((key_version is null) = (ciphertext is null))
);

-- Without a row the providers are asked in the default order.
create table growth_chain (
  workspace_id uuid not null references workspace,
  capability text not null check (capability ~ '^[a-z_]{1,40}$'),
  provider_order text[] not null check (cardinality(provider_order) <= 50),
  updated_at timestamptz(3) not null,
  updated_by uuid not null,
  primary key (workspace_id, capability)
);

-- The account of look-ups in a month of the workspace: what is spent, and held back for those that are under way. Look-ups
-- with a key of the instance are counted a second time by themselves.
create table growth_lookup_month (
  workspace_id uuid not null references workspace,
  month text not null check (month ~ '^[0-9]{4}-[0-9]{2}$'),
  spent_micros bigint not null default 0 check (spent_micros >= 0),
  held_micros bigint not null default 0 check (held_micros >= 0),
  credit_spent_micros bigint not null default 0 check (credit_spent_micros between 0 and spent_micros),
  credit_held_micros bigint not null default 0 check (credit_held_micros between 0 and held_micros),
  primary key (workspace_id, month)
);

-- One pass over leads of a growth project. The play is named without a reference: it may be gone.
create table growth_lookup_pass (
  id uuid primary key,
  workspace_id uuid not null,
  growth_project_id uuid not null,
  growth_play_id uuid,
  status text not null check (status in ('queued', 'running', 'finished', 'stopped', 'failed')),
  -- Why it stopped or failed, for programs.
  reason text check (length(reason) between 1 and 50),
  leads integer not null check (leads >= 0),
  run_id uuid,
  started_by uuid,
  created_at timestamptz(3) not null,
  ended_at timestamptz(3),
  foreign key (workspace_id, growth_project_id) references growth_project (workspace_id, id),
  check ((status in ('finished', 'stopped', 'failed')) = (ended_at is not null)),
  check ((status in ('stopped', 'failed')) = (reason is not null)),
  unique (workspace_id, id)
);
create index growth_lookup_pass_page on growth_lookup_pass (growth_project_id, created_at desc, id desc);

-- One look-up at one provider. The lead is named without a reference: it may be removed, and the cost stays.
create table growth_provider_call (
  id uuid primary key,
  workspace_id uuid not null references workspace,
  growth_project_id uuid,
  growth_play_id uuid,
  pass_id uuid,
  lead_id uuid,
  capability text not null check (capability ~ '^[a-z_]{1,40}$'),
  provider text not null check (provider ~ '^[a-z_]{1,40}$'),
  payer text not null check (payer in ('workspace', 'instance', 'none')),
  month text not null check (month ~ '^[0-9]{4}-[0-9]{2}$'),
  status text not null check (status in ('open', 'finished', 'failed', 'abandoned')),
  is_found boolean,
  failure text check (length(failure) between 1 and 50),
  held_micros bigint not null check (held_micros >= 0),
  cost_micros bigint check (cost_micros between 0 and held_micros),
  sent_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3),
  foreign key (workspace_id, pass_id) references growth_lookup_pass (workspace_id, id),
  check ((status = 'open') = (ended_at is null)),
  check ((status = 'open') = (cost_micros is null)),
  check ((status = 'finished') = (is_found is not null)),
  check ((status = 'failed') = (failure is not null)),
  check (payer <> 'none' or held_micros = 0)
);
-- A pass asks a provider once about a lead, however often its process dies.
create unique index growth_provider_call_once on growth_provider_call (pass_id, lead_id, capability, provider)
  where pass_id is not null;
create index growth_provider_call_recent on growth_provider_call (workspace_id, sent_at);
create index growth_provider_call_of_project on growth_provider_call (growth_project_id, sent_at)
  where growth_project_id is not null;
create index growth_provider_call_open on growth_provider_call (expires_at, workspace_id) where status = 'open';
create index growth_provider_call_due on growth_provider_call (sent_at, workspace_id);

-- What a provider answered, so that the same look-up is not paid for twice.
create table growth_lookup_cache (
  workspace_id uuid not null references workspace,
  capability text not null,
  provider text not null,
  request_hash bytea not null check (octet_length(request_hash) = 32),
  -- Null where nothing was found.
  result jsonb,
  -- The address that was checked or found, by which an erased person is removed from here.
  address text check (length(address) between 3 and 254),
  found_at timestamptz(3) not null,
  primary key (workspace_id, capability, provider, request_hash)
);
create index growth_lookup_cache_of_address on growth_lookup_cache (workspace_id, address) where address is not null;
create index growth_lookup_cache_due on growth_lookup_cache (found_at, workspace_id);

-- A pass that a lead waits for, and what a check said of its address.
alter table growth_lead
  add column lookup_pass_id uuid,
  add column address_verdict text check (address_verdict in ('valid', 'accept_all', 'unknown', 'invalid')),
  add foreign key (workspace_id, lookup_pass_id) references growth_lookup_pass (workspace_id, id),
  add check (address_verdict is null or address is not null);
create index growth_lead_of_pass on growth_lead (lookup_pass_id, id) where lookup_pass_id is not null;
create index growth_lead_address_of_domain on growth_lead (workspace_id, domain) where address is not null;

do $$
declare name text;
begin
  foreach name in array array['growth_provider_setting', 'growth_chain', 'growth_lookup_month', 'growth_lookup_pass',
    'growth_provider_call', 'growth_lookup_cache']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy workspace on %I to atelier_tenant
       using (workspace_id = nullif(current_setting(''app.workspace'', true), '''')::uuid)', name);
  end loop;
end $$;
grant select, insert, update, delete
  on growth_provider_setting, growth_chain, growth_lookup_pass, growth_provider_call, growth_lookup_cache to atelier_tenant;
grant select, insert, update on growth_lookup_month to atelier_tenant;

-- In which workspaces something is kept no longer, or was left open.
create policy due on growth_provider_call for select to atelier_identity using (true);
grant select (workspace_id, sent_at, expires_at, status) on growth_provider_call to atelier_identity;
create policy due on growth_lookup_cache for select to atelier_identity using (true);
grant select (workspace_id, found_at) on growth_lookup_cache to atelier_identity;
