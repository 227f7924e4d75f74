-- Leads that a pass had not looked up when it ended; null before, and for passes that ended before this was counted.
alter table growth_lookup_pass add column leads_left integer check (leads_left >= 0);
