-- What electronic invoices say of seller and buyer beside their names, kept with each invoice once it is issued.

alter table billing_identity
  add column tax_number text check (length(tax_number) between 1 and 40),
  add column bank_account jsonb check (jsonb_typeof(bank_account) = 'object'),
  add column contact jsonb check (jsonb_typeof(contact) = 'object'),
  add column all_scripts boolean not null default false;

alter table client_billing_identity
  add column address jsonb check (jsonb_typeof(address) = 'object'),
  add column contact jsonb check (jsonb_typeof(contact) = 'object'),
  add column language text check (language in ('en', 'de'));

alter table client_invoice
  add column seller_tax_number text,
  add column seller_postal_address jsonb check (jsonb_typeof(seller_postal_address) = 'object'),
  add column seller_bank_account jsonb check (jsonb_typeof(seller_bank_account) = 'object'),
  add column seller_contact jsonb check (jsonb_typeof(seller_contact) = 'object'),
  add column buyer_postal_address jsonb check (jsonb_typeof(buyer_postal_address) = 'object'),
  add column buyer_contact jsonb check (jsonb_typeof(buyer_contact) = 'object'),
  add column language text check (language in ('en', 'de')),
  add column brand jsonb check (jsonb_typeof(brand) = 'object'),
  -- The seller and the brand are those of the issue.
  add constraint client_invoice_frozen check (issued_at is not null or (seller_tax_number is null
    and seller_postal_address is null and seller_bank_account is null and seller_contact is null and brand is null));
