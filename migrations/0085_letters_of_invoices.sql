-- Letters by which invoices go to clients, and what became of each. What is attached lies with the mail, sealed as its
-- words are, until that is over: therefore a mail may be larger.

alter table mail drop constraint mail_sealed_check, add constraint mail_sealed_check check (length(sealed) <= 25165824);

create table client_invoice_letter (
  id uuid primary key,
  workspace_id uuid not null,
  invoice_id uuid not null,
  mail_id uuid not null unique,
  kind text not null check (kind in ('invoice', 'reminder')),
  -- Of a reminder: so many days after the invoice is due; negative before.
  day_offset integer check (day_offset between -90 and 365),
  -- What the letter says of the invoice.
  invoice_status text not null check (invoice_status in ('final', 'paid')),
  recipient text not null check (length(recipient) between 1 and 320),
  language text not null check (language in ('en', 'de')),
  has_xml boolean not null,
  xml_omitted text check (length(xml_omitted) between 1 and 100),
  xml_lacks text[] not null,
  pay_link text not null check (pay_link in ('given', 'not_payable', 'no_portal')),
  created_at timestamptz(3) not null,
  created_by uuid,
  withdrawn_at timestamptz(3),
  -- Kept once the mail is over, as the queue forgets it thirty days later.
  outcome text check (outcome in ('sent', 'outbox', 'refused', 'withdrawn', 'removed')),
  reason text check (length(reason) <= 300),
  ended_at timestamptz(3),
  unique (workspace_id, id),
  foreign key (workspace_id, invoice_id) references client_invoice (workspace_id, id),
  constraint client_invoice_letter_reminder check ((kind = 'reminder') = (day_offset is not null)
    and (kind = 'reminder') = (created_by is null) and (kind = 'invoice' or invoice_status = 'final')),
  constraint client_invoice_letter_xml check (has_xml = (xml_omitted is null)),
  constraint client_invoice_letter_ended check ((outcome is null) = (ended_at is null) and (outcome is not null or reason is null))
);
create index client_invoice_letter_newest on client_invoice_letter (workspace_id, invoice_id, created_at desc, id desc);
create index client_invoice_letter_open on client_invoice_letter (created_at) where outcome is null;
-- Each reminder of an invoice goes once.
create unique index client_invoice_letter_stage on client_invoice_letter (workspace_id, invoice_id, day_offset)
  where kind = 'reminder';

alter table client_invoice_letter enable row level security;
alter table client_invoice_letter force row level security;
create policy workspace on client_invoice_letter to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert on client_invoice_letter to atelier_tenant;
-- What a letter said never changes.
grant update (withdrawn_at, outcome, reason, ended_at) on client_invoice_letter to atelier_tenant;
-- Which workspaces have letters that are over is asked for all of them at once.
create policy due on client_invoice_letter for select to atelier_identity using (true);
grant select (workspace_id, mail_id, outcome) on client_invoice_letter to atelier_identity;
