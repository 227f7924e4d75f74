-- The evidence that went with a letter of an invoice, by its hash; null where none did. Reminders bring none.

alter table client_invoice_letter
  add column evidence_sha256 text check (evidence_sha256 ~ '^[0-9a-f]{64}$'),
  add constraint client_invoice_letter_evidence check (kind = 'invoice' or evidence_sha256 is null);
