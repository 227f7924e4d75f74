-- Payment providers of a workspace, the checkouts that were opened there, and what the providers said in signed webhooks.

create table payment_connection (
  id uuid primary key,
  workspace_id uuid not null references workspace,
  provider text not null check (provider in ('stripe', 'adyen')),
  is_live boolean not null,
  merchant_account text check (length(merchant_account) between 1 and 80),
  live_prefix text check (length(live_prefix) between 1 and 80),
  -- Gone once nothing is to be asked of the provider any more.
  api_key_version integer,
  api_key_ciphertext bytea,
  api_key_ending text,
  webhook_key_version integer,
  webhook_ciphertext bytea,
  has_webhook_secret boolean not null,
  notice_at timestamptz(3),
  connected_at timestamptz(3) not null,
  connected_by uuid not null,
  updated_at timestamptz(3) not null,
  updated_by uuid not null,
  disconnected_at timestamptz(3),
  disconnected_by uuid,
  unique (workspace_id, id),
  constraint payment_connection_api_key check ((api_key_version is null) = (api_key_ciphertext is null)
    and (disconnected_at is not null or api_key_version is not null)),
  constraint payment_connection_webhook check ((webhook_key_version is null) = (webhook_ciphertext is null)
    and (disconnected_at is not null or webhook_key_version is not null)),
  constraint payment_connection_adyen check ((provider = 'adyen') = (merchant_account is not null)
    and (live_prefix is null or provider = 'adyen')),
  constraint payment_connection_disconnected check ((disconnected_at is null) = (disconnected_by is null))
);
create unique index payment_connection_one on payment_connection (workspace_id) where disconnected_at is null;
create index payment_connection_ended on payment_connection (disconnected_at)
  where disconnected_at is not null and (api_key_version is not null or webhook_key_version is not null);

-- What the address of a webhook is found by.
create table payment_token (
  token_hash bytea primary key check (length(token_hash) = 32),
  workspace_id uuid not null,
  connection_id uuid not null unique,
  foreign key (workspace_id, connection_id) references payment_connection (workspace_id, id)
);

create table client_checkout (
  id uuid primary key,
  workspace_id uuid not null,
  invoice_id uuid not null,
  connection_id uuid not null,
  status text not null check (status in ('opening', 'open', 'paid', 'completed', 'canceled', 'expired', 'refused')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  provider_amount bigint not null check (provider_amount between 1 and 9007199254740991),
  success_url text not null check (length(success_url) between 1 and 2000),
  reference text check (length(reference) between 1 and 200),
  url text check (length(url) between 1 and 4000),
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  created_by uuid not null,
  -- How often it was tried to end it, and from when on the next attempt may begin.
  attempts integer not null,
  next_attempt_at timestamptz(3) not null,
  ended_at timestamptz(3),
  unique (workspace_id, id),
  unique (workspace_id, id, invoice_id),
  foreign key (workspace_id, invoice_id) references client_invoice (workspace_id, id),
  foreign key (workspace_id, connection_id) references payment_connection (workspace_id, id),
  constraint client_checkout_open check ((reference is null) = (url is null) and (status <> 'open' or url is not null)),
  constraint client_checkout_ended check ((status in ('opening', 'open')) = (ended_at is null))
);
-- One page to pay an invoice on, and no second one.
create unique index client_checkout_live on client_checkout (workspace_id, invoice_id) where ended_at is null;
create index client_checkout_due on client_checkout (next_attempt_at) where ended_at is null;
create index client_checkout_connection on client_checkout (workspace_id, connection_id) where ended_at is null;

create table payment_notice (
  id uuid primary key,
  workspace_id uuid not null,
  connection_id uuid not null,
  event_id text not null check (length(event_id) between 1 and 300),
  checkout_id uuid,
  invoice_id uuid,
  payment_reference text not null check (length(payment_reference) between 1 and 200),
  currency text not null check (length(currency) between 1 and 200),
  provider_amount bigint not null check (provider_amount between -9007199254740991 and 9007199254740991),
  outcome text not null check (outcome in ('settled', 'repeated', 'mismatched')),
  reason text,
  created_at timestamptz(3) not null,
  unique (workspace_id, connection_id, event_id),
  foreign key (workspace_id, connection_id) references payment_connection (workspace_id, id),
  foreign key (workspace_id, checkout_id, invoice_id) references client_checkout (workspace_id, id, invoice_id),
  constraint payment_notice_checkout check ((checkout_id is null) = (invoice_id is null)),
  constraint payment_notice_reason check ((outcome = 'mismatched') = (reason is not null)),
  constraint payment_notice_settled check (outcome = 'mismatched' or checkout_id is not null)
);
create index payment_notice_newest on payment_notice (workspace_id, created_at desc, id desc);
-- A checkout settles its invoice once.
create unique index payment_notice_settles on payment_notice (workspace_id, invoice_id) where outcome = 'settled';

do $$
declare name text;
begin
  foreach name in array array['payment_connection', 'payment_token', 'client_checkout', 'payment_notice']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy workspace on %I to atelier_tenant using (workspace_id = nullif(current_setting(''app.workspace'', true), '''')::uuid)', name);
  end loop;
end $$;
grant select, insert, update on payment_connection, client_checkout to atelier_tenant;
grant select, insert, delete on payment_token to atelier_tenant;
grant select, insert on payment_notice to atelier_tenant;

create policy identity on payment_token for select to atelier_identity using (true);
grant select (token_hash, workspace_id, connection_id) on payment_token to atelier_identity;
-- What is due is asked for all workspaces at once, where ids, states and times are all that is seen.
create policy due on payment_connection for select to atelier_identity using (true);
grant select (workspace_id, id, disconnected_at, api_key_version, webhook_key_version) on payment_connection to atelier_identity;
create policy due on client_checkout for select to atelier_identity using (true);
grant select (workspace_id, invoice_id, connection_id, expires_at, next_attempt_at, ended_at) on client_checkout to atelier_identity;
create policy due on client_invoice for select to atelier_identity using (true);
grant select (workspace_id, id, status) on client_invoice to atelier_identity;
