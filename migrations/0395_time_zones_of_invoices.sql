-- The days of an issued invoice are facts of it: it keeps the time zone of its workspace at its issue. Invoices of before
-- keep the present one.
alter table client_invoice add column time_zone text check (length(time_zone) between 1 and 100);
alter table client_invoice disable trigger client_invoice_change;
update client_invoice i set time_zone = w.time_zone from workspace w where w.id = i.workspace_id and i.issued_at is not null;
alter table client_invoice enable trigger client_invoice_change;
alter table client_invoice add constraint client_invoice_time_zone check ((issued_at is null) = (time_zone is null));
