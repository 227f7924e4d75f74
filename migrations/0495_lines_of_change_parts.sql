-- How many lines a person reads of a part: for data, those of the values that differ.
alter table change_part add column lines_to_read integer;
update change_part set lines_to_read = end_line - line + 1;
alter table change_part alter column lines_to_read set not null;
