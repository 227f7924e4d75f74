-- Reminders that were due and of whose invoice no PDF can be made, each with its reason: they are looked at again once
-- the billing identity changed, which says what scripts a PDF may show.

create table invoice_reminder_obstacle (
  workspace_id uuid not null,
  invoice_id uuid not null,
  day_offset integer not null check (day_offset between -90 and 365),
  reason text not null check (reason in ('invoice_not_reconciled', 'invoice_not_encodable')),
  field text check (length(field) between 1 and 100),
  created_at timestamptz(3) not null,
  primary key (workspace_id, invoice_id, day_offset),
  foreign key (workspace_id, invoice_id) references client_invoice (workspace_id, id),
  constraint invoice_reminder_obstacle_field check ((reason = 'invoice_not_encodable') = (field is not null))
);
alter table invoice_reminder_obstacle enable row level security;
alter table invoice_reminder_obstacle force row level security;
create policy workspace on invoice_reminder_obstacle to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update on invoice_reminder_obstacle to atelier_tenant;
