-- Invoices that are handed over to the network Peppol, and the access point that does it.

create table access_point_connection (
  id uuid primary key,
  workspace_id uuid not null references workspace,
  driver text not null check (driver in ('e-invoice-be')),
  environment text not null check (environment in ('test', 'live')),
  -- Gone once nothing is to be asked of the access point any more.
  api_key_version integer,
  api_key_ciphertext bytea,
  api_key_ending text,
  webhook_key_version integer,
  webhook_ciphertext bytea,
  has_webhook_secret boolean not null,
  -- What the address of its webhook is found by.
  token_hash bytea unique check (length(token_hash) = 32),
  notice_at timestamptz(3),
  connected_at timestamptz(3) not null,
  connected_by uuid not null,
  updated_at timestamptz(3) not null,
  updated_by uuid not null,
  disconnected_at timestamptz(3),
  disconnected_by uuid,
  unique (workspace_id, id),
  constraint access_point_connection_api_key check ((api_key_version is null) = (api_key_ciphertext is null)
    and (disconnected_at is not null or api_key_version is not null)),
  constraint access_point_connection_webhook check ((webhook_key_version is null) = (webhook_ciphertext is null)
    and (webhook_key_version is null) = (token_hash is null)
    and (disconnected_at is null) = (webhook_key_version is not null)),
  constraint access_point_connection_disconnected check ((disconnected_at is null) = (disconnected_by is null))
);
create unique index access_point_connection_one on access_point_connection (workspace_id) where disconnected_at is null;
create index access_point_connection_spent on access_point_connection (workspace_id)
  where disconnected_at is not null and api_key_version is not null;

-- One document of an invoice, handed over once. It goes with the bytes that were sent.
create table invoice_transmission (
  id uuid primary key,
  workspace_id uuid not null,
  invoice_id uuid not null,
  sha256 text not null,
  profile text not null check (profile in ('peppol')),
  connection_id uuid not null,
  driver text not null check (driver in ('e-invoice-be')),
  environment text not null check (environment in ('test', 'live')),
  state text not null
    check (state in ('waiting', 'created', 'sending', 'handed_over', 'failed', 'delivered', 'answered')),
  -- The access point's name of the document: it is kept before the document is sent.
  reference text check (length(reference) between 1 and 200),
  -- The answer of the buyer, where its code is known, and when it came.
  answer text check (answer in ('AB', 'IP', 'UQ', 'CA', 'AP', 'RE', 'PD')),
  answered_at timestamptz(3),
  reason text check (reason in ('disconnected', 'invoice_void', 'no_answer', 'refused', 'not_delivered', 'unavailable')),
  detail text check (length(detail) between 1 and 300),
  -- The number of the attempt: an earlier one that still runs changes nothing.
  attempts integer not null,
  -- Null once the access point is asked no more.
  next_attempt_at timestamptz(3),
  begun_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  created_by uuid not null,
  unique (workspace_id, id),
  unique (workspace_id, invoice_id, sha256),
  foreign key (workspace_id, invoice_id, sha256) references sent_invoice_document on delete cascade,
  foreign key (workspace_id, connection_id) references access_point_connection (workspace_id, id),
  constraint invoice_transmission_reference check (reference is not null or state in ('waiting', 'failed')),
  constraint invoice_transmission_answer check (answer is null or state = 'answered'),
  constraint invoice_transmission_reason check (state <> 'failed' or reason is not null)
);
create index invoice_transmission_due on invoice_transmission (next_attempt_at) where next_attempt_at is not null;
create index invoice_transmission_reference on invoice_transmission (workspace_id, connection_id, reference);

-- Append-only: what was learned of a transmission, and from what.
create table invoice_transmission_status (
  id uuid primary key,
  workspace_id uuid not null,
  transmission_id uuid not null,
  state text not null check (state in ('waiting', 'handed_over', 'failed', 'delivered', 'answered')),
  -- The access point's own name of it, or of the buyer's answer.
  code text not null check (length(code) between 1 and 100),
  source text not null check (source in ('person', 'access_point', 'server')),
  -- By the access point's clock, where it says so.
  at timestamptz(3) not null,
  raw_sha256 text check (raw_sha256 ~ '^[0-9a-f]{64}$'),
  created_at timestamptz(3) not null,
  foreign key (workspace_id, transmission_id) references invoice_transmission (workspace_id, id) on delete cascade
);
create index invoice_transmission_status_of on invoice_transmission_status (workspace_id, transmission_id);

alter table access_point_connection enable row level security;
alter table access_point_connection force row level security;
create policy workspace on access_point_connection to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update on access_point_connection to atelier_tenant;
create policy identity on access_point_connection for select to atelier_identity using (true);
grant select (id, workspace_id, token_hash, api_key_version, disconnected_at) on access_point_connection
  to atelier_identity;

alter table invoice_transmission enable row level security;
alter table invoice_transmission force row level security;
create policy workspace on invoice_transmission to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert on invoice_transmission to atelier_tenant;
grant update (connection_id, driver, environment, state, reference, answer, answered_at, reason, detail, attempts,
  next_attempt_at, begun_at) on invoice_transmission to atelier_tenant;
create policy due on invoice_transmission for select to atelier_identity using (true);
grant select (workspace_id, connection_id, next_attempt_at) on invoice_transmission to atelier_identity;

alter table invoice_transmission_status enable row level security;
alter table invoice_transmission_status force row level security;
create policy workspace on invoice_transmission_status to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert on invoice_transmission_status to atelier_tenant;
