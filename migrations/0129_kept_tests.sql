-- A cycle can add the tests of an examiner to the project, which a delivered task was shown with.

alter table cycle add column keeps_tests_of_task_id uuid;
alter table cycle add constraint cycle_keeps_tests check (
  keeps_tests_of_task_id is null or (reverts_cycle_id is null and restores_revision_id is null)
);

alter table task add column tests_kept_by_cycle_id uuid;
create index task_tests_kept on task (tests_kept_by_cycle_id) where tests_kept_by_cycle_id is not null;
