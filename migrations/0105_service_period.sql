-- The days on which what an invoice bills was done, as YYYY-MM-DD; one day where both are the same.

alter table client_invoice
  add column service_from text check (service_from ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  add column service_to text check (service_to ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  add constraint client_invoice_service_period
    check ((service_from is null) = (service_to is null) and service_from <= service_to);
