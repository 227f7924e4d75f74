-- The bytes of invoices as they were sent, each once by its hash, for as long as books are kept.

create table sent_invoice_document (
  workspace_id uuid not null,
  invoice_id uuid not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  content bytea not null check (octet_length(content) between 1 and 16777216),
  -- The last time: a reminder sends the same bytes again.
  sent_at timestamptz(3) not null,
  primary key (workspace_id, invoice_id, sha256),
  foreign key (workspace_id, invoice_id) references client_invoice (workspace_id, id)
);
create index sent_invoice_document_age on sent_invoice_document (sent_at);
-- PDFs are compressed already.
alter table sent_invoice_document alter column content set storage external;

alter table sent_invoice_document enable row level security;
alter table sent_invoice_document force row level security;
create policy workspace on sent_invoice_document to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, delete on sent_invoice_document to atelier_tenant;
grant update (sent_at) on sent_invoice_document to atelier_tenant;
-- In which workspaces some are due for removal is asked among all of them, by ids and times.
create policy due on sent_invoice_document for select to atelier_identity using (true);
grant select (workspace_id, sent_at) on sent_invoice_document to atelier_identity;

-- In the order of what is attached; empty for letters before this version.
alter table client_invoice_letter add column document_hashes text[] not null default '{}';
