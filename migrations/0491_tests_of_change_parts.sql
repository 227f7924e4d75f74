-- The tests that notice a change without the part: the check, whose tests they are, and their files.
alter table change_part add column tests jsonb;
