-- What clients are billed: who is on invoices, what is to be billed, and drafts of invoices. Amounts are whole minor
-- units of the currency, at most what a number of JSON holds exactly.

create table billing_identity (
  workspace_id uuid primary key references workspace,
  legal_name text check (length(legal_name) between 1 and 200),
  address jsonb check (jsonb_typeof(address) = 'object'),
  vat_id text check (length(vat_id) <= 15),
  payment_terms text check (length(payment_terms) between 1 and 200),
  tax_classes jsonb not null check (jsonb_typeof(tax_classes) = 'array'),
  updated_at timestamptz(3) not null,
  updated_by uuid not null
);

create table client_billing_identity (
  workspace_id uuid not null,
  client_account_id uuid not null,
  legal_name text check (length(legal_name) between 1 and 200),
  vat_id text check (length(vat_id) <= 15),
  buyer_reference text check (length(buyer_reference) between 1 and 100),
  updated_at timestamptz(3) not null,
  updated_by uuid not null,
  primary key (workspace_id, client_account_id),
  foreign key (workspace_id, client_account_id) references client_account (workspace_id, id)
);

create table client_invoice (
  id uuid primary key,
  workspace_id uuid not null references workspace,
  client_account_id uuid not null,
  status text not null check (status in ('draft', 'final', 'void', 'paid')),
  type text not null check (type in ('380', '381')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  net_minor bigint not null check (net_minor between -9007199254740991 and 9007199254740991),
  tax_minor bigint not null check (tax_minor between -9007199254740991 and 9007199254740991),
  total_minor bigint not null check (total_minor between -9007199254740991 and 9007199254740991),
  tax_totals jsonb not null check (jsonb_typeof(tax_totals) = 'array'),
  seller_legal_name text check (length(seller_legal_name) between 1 and 200),
  seller_address text check (length(seller_address) between 1 and 500),
  seller_vat_id text,
  buyer_legal_name text not null check (length(buyer_legal_name) between 1 and 200),
  buyer_address text not null check (length(buyer_address) between 1 and 500),
  buyer_vat_id text,
  buyer_reference text,
  buyer_billing_email text check (length(buyer_billing_email) between 3 and 320),
  payment_terms text check (length(payment_terms) between 1 and 200),
  due_at timestamptz(3) not null,
  replaces_invoice_id uuid,
  invoice_number text,
  invoice_sequence bigint check (invoice_sequence >= 1),
  created_at timestamptz(3) not null,
  created_by uuid not null,
  unique (workspace_id, id),
  unique (workspace_id, id, client_account_id, currency),
  unique (workspace_id, invoice_sequence),
  unique (workspace_id, invoice_number),
  foreign key (workspace_id, client_account_id) references client_account (workspace_id, id),
  foreign key (workspace_id, replaces_invoice_id) references client_invoice (workspace_id, id),
  constraint client_invoice_total check (total_minor::numeric = net_minor::numeric + tax_minor),
  constraint client_invoice_credit check ((type = '381') = (total_minor < 0)),
  constraint client_invoice_due check (due_at >= created_at),
  constraint client_invoice_number check ((invoice_number is null) = (invoice_sequence is null)
    and (status <> 'draft' or invoice_number is null) and (status not in ('final', 'paid') or invoice_number is not null))
);
create index client_invoice_newest on client_invoice (workspace_id, created_at desc, id desc);
create index client_invoice_account on client_invoice (workspace_id, client_account_id, created_at desc, id desc);

create table billable (
  id uuid primary key,
  workspace_id uuid not null references workspace,
  client_account_id uuid not null,
  corrects_id uuid,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  tax_class text not null check (length(tax_class) between 1 and 50),
  description text not null check (length(description) between 1 and 500),
  quantity numeric not null check (scale(quantity) <= 6 and quantity <> 0),
  unit text not null,
  unit_price_minor bigint not null check (unit_price_minor between 1 and 9007199254740991),
  amount_minor bigint not null check (amount_minor between -9007199254740991 and 9007199254740991),
  source_kind text not null check (source_kind in ('decision', 'cycle', 'task', 'entry')),
  source_id uuid,
  revision_hash text check (revision_hash ~ '^[0-9a-f]{64}$'),
  invoice_id uuid,
  write_off_reason text check (length(write_off_reason) between 1 and 500),
  written_off_at timestamptz(3),
  written_off_by uuid,
  created_at timestamptz(3) not null,
  created_by uuid not null,
  unique (workspace_id, id),
  unique (workspace_id, id, client_account_id, currency),
  foreign key (workspace_id, client_account_id) references client_account (workspace_id, id),
  -- A correction has the customer and the currency of its charge.
  foreign key (workspace_id, corrects_id, client_account_id, currency)
    references billable (workspace_id, id, client_account_id, currency),
  foreign key (workspace_id, invoice_id) references client_invoice (workspace_id, id),
  constraint billable_amount check (amount_minor = round(quantity * unit_price_minor)),
  constraint billable_charge check (corrects_id is not null or quantity > 0),
  constraint billable_source check ((source_kind = 'entry') = (source_id is null)),
  constraint billable_approved check ((source_kind = 'decision') = (revision_hash is not null)),
  constraint billable_written_off check ((written_off_at is null) = (written_off_by is null)
    and (written_off_at is null) = (write_off_reason is null) and (written_off_at is null or invoice_id is null))
);
create index billable_newest on billable (workspace_id, created_at desc, id desc);
create index billable_account on billable (workspace_id, client_account_id, created_at desc, id desc);
create index billable_corrects on billable (workspace_id, corrects_id) where corrects_id is not null;
create index billable_invoice on billable (workspace_id, invoice_id) where invoice_id is not null;

create table client_invoice_line (
  workspace_id uuid not null,
  invoice_id uuid not null,
  position integer not null check (position >= 1),
  client_account_id uuid not null,
  currency text not null,
  billable_id uuid not null,
  description text not null,
  quantity numeric not null,
  unit text not null,
  unit_price_minor bigint not null check (unit_price_minor between -9007199254740991 and 9007199254740991),
  amount_minor bigint not null check (amount_minor between -9007199254740991 and 9007199254740991),
  tax_class text not null,
  category text not null check (category in ('S', 'Z', 'E', 'AE', 'K', 'G', 'O')),
  rate_bps integer not null check (rate_bps between 0 and 10000),
  reason text,
  primary key (workspace_id, invoice_id, position),
  unique (workspace_id, invoice_id, billable_id),
  -- One customer and one currency for an invoice and all that it bills.
  foreign key (workspace_id, invoice_id, client_account_id, currency)
    references client_invoice (workspace_id, id, client_account_id, currency),
  foreign key (workspace_id, billable_id, client_account_id, currency)
    references billable (workspace_id, id, client_account_id, currency),
  constraint client_invoice_line_amount check (amount_minor = round(quantity * unit_price_minor)),
  constraint client_invoice_line_rate check ((category = 'S') = (rate_bps > 0))
);
create index client_invoice_line_billable on client_invoice_line (workspace_id, billable_id);

do $$
declare name text;
begin
  foreach name in array array['billing_identity', 'client_billing_identity', 'client_invoice', 'billable',
    'client_invoice_line']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy workspace on %I to atelier_tenant using (workspace_id = nullif(current_setting(''app.workspace'', true), '''')::uuid)', name);
    execute format('grant select, insert, update on %I to atelier_tenant', name);
  end loop;
end $$;
-- A line is written once.
revoke update on client_invoice_line from atelier_tenant;
