-- A charge may be free: an invoice then shows what was done for nothing.
alter table billable drop constraint billable_unit_price_minor_check;
alter table billable add constraint billable_unit_price_minor_check
  check (unit_price_minor between 0 and 9007199254740991) not valid;
alter table billable validate constraint billable_unit_price_minor_check;
