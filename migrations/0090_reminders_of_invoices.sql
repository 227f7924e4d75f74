-- When reminders of unpaid invoices go: one row of the workspace, whose client account is null, and one of each client
-- account that is reminded otherwise.

create table invoice_reminders (
  workspace_id uuid not null references workspace,
  client_account_id uuid,
  -- So many days after an invoice is due, negative before; empty where none goes.
  days jsonb not null check (jsonb_typeof(days) = 'array' and jsonb_array_length(days) <= 10),
  updated_at timestamptz(3) not null,
  updated_by uuid not null,
  unique nulls not distinct (workspace_id, client_account_id),
  foreign key (workspace_id, client_account_id) references client_account (workspace_id, id)
);
alter table invoice_reminders enable row level security;
alter table invoice_reminders force row level security;
create policy workspace on invoice_reminders to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on invoice_reminders to atelier_tenant;
-- Which workspaces remind at all is asked for all of them at once.
create policy due on invoice_reminders for select to atelier_identity using (true);
grant select (workspace_id, days) on invoice_reminders to atelier_identity;

-- The invoices that may be reminded of, in the order in which they are looked through.
create index client_invoice_open on client_invoice (workspace_id, id) where status = 'final';
