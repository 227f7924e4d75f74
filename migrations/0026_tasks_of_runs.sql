-- Each run of a cycle makes tasks of its own; those of earlier runs stay as they ended.

alter table task drop constraint task_cycle_id_number_key;
create unique index task_run on task (run_id, number) where run_id is not null;
create index task_cycle on task (cycle_id, created_at desc, number);
