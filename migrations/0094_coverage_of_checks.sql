-- What a check of a task said of its coverage: the sums, and over the change which of its lines were run. Null where the
-- check measures none.

alter table task_check add column coverage jsonb;
