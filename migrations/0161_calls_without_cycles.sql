-- A run of growth calls models without a project and a cycle. The reservation of a batch belongs to a project, and to no
-- cycle and run of it.
alter table model_call drop constraint model_call_work;
alter table model_call
  add constraint model_call_work check (
    (cycle_id is null or (project_id is not null and run_id is not null))
    and (task_id is null or cycle_id is not null)) not valid;
alter table model_call validate constraint model_call_work;
