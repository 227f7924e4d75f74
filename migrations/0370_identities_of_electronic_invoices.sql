-- How networks address seller and buyer, and what else their electronic invoices say, kept with each invoice.

alter table billing_identity
  add column electronic jsonb check (jsonb_typeof(electronic) = 'object');

alter table client_billing_identity
  add column electronic jsonb check (jsonb_typeof(electronic) = 'object');

alter table client_invoice
  add column seller_electronic jsonb check (jsonb_typeof(seller_electronic) = 'object'),
  add column buyer_electronic jsonb check (jsonb_typeof(buyer_electronic) = 'object'),
  -- As the other fields of the seller: those of the issue.
  add constraint client_invoice_electronic_frozen check (issued_at is not null or seller_electronic is null);
