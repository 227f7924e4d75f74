-- A check keeps what its runner said of each test, and runs a third time: with the tests of the base over the change.
-- A verdict says which checks prove a change. What was merged before nobody recorded as proved.

alter table task_check add column report jsonb;
alter table task_check drop constraint task_check_phase_check;
alter table task_check add constraint task_check_phase_check check (phase in ('base', 'task', 'base_tests'));

alter table task no force row level security;
update task set review = review || jsonb_build_object('provedBy', '[]'::jsonb, 'outcome',
  case when (review->>'approved')::boolean then 'unverified' else 'refused' end) where review is not null;
alter table task force row level security;
