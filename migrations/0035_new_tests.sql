-- A check runs a fourth time: on the base, with the tests of the change.

alter table task_check drop constraint task_check_phase_check;
alter table task_check add constraint task_check_phase_check check (phase in ('base', 'task', 'base_tests', 'new_tests'));
