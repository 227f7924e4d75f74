-- An invoice may be due on the day that it is written, or before. What is left of the rules about its due day keeps
-- years to four digits, as documents and exports write them.

alter table client_invoice drop constraint client_invoice_due;
alter table client_invoice drop constraint client_invoice_due_once_issued;
-- Not checked for older rows, whose due days were never before their creation.
alter table client_invoice add constraint client_invoice_due
  check (due_at >= '2000-01-01T00:00:00Z' and due_at < '10000-01-01T00:00:00Z') not valid;
