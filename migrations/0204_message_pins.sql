-- The place in a page of a preview that a message is about.
alter table message add column pin jsonb;
