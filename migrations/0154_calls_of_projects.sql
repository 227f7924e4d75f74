-- The reservation of a batch belongs to its project, and to no cycle and run of it.
alter table model_call
  drop constraint model_call_work,
  add constraint model_call_work check (
    (run_id is null) = (cycle_id is null) and (cycle_id is null or project_id is not null)
    and (task_id is null or run_id is not null));
