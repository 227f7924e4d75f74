-- How invoices are posted: the numbers of the agency at DATEV, the account of each tax class, and the debtor account of
-- each client account.

create table accounting_settings (
  workspace_id uuid primary key references workspace,
  consultant_number integer check (consultant_number between 1001 and 9999999),
  client_number integer check (client_number between 1 and 99999),
  fiscal_year_start_month integer not null check (fiscal_year_start_month between 1 and 12),
  account_length integer not null check (account_length between 4 and 8),
  chart text check (chart in ('03', '04')),
  tax_accounts jsonb not null check (jsonb_typeof(tax_accounts) = 'array' and jsonb_array_length(tax_accounts) <= 50),
  updated_at timestamptz(3) not null,
  updated_by uuid not null
);
alter table accounting_settings enable row level security;
alter table accounting_settings force row level security;
create policy workspace on accounting_settings to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update on accounting_settings to atelier_tenant;

create table client_accounting (
  workspace_id uuid not null,
  client_account_id uuid not null,
  debtor_account text not null check (debtor_account ~ '^[1-6][0-9]{4,8}$'),
  updated_at timestamptz(3) not null,
  updated_by uuid not null,
  primary key (workspace_id, client_account_id),
  foreign key (workspace_id, client_account_id) references client_account (workspace_id, id)
);
alter table client_accounting enable row level security;
alter table client_accounting force row level security;
create policy workspace on client_accounting to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on client_accounting to atelier_tenant;

-- Reports and exports ask for the invoices of some days.
create index client_invoice_issued on client_invoice (workspace_id, issued_at) where issued_at is not null;
create index client_invoice_voided on client_invoice (workspace_id, voided_at) where voided_at is not null;
