-- A run of growth calls models too, and is of no project and no cycle.
alter table model_call drop constraint model_call_work;
alter table model_call
  add constraint model_call_work check (
    (project_id is null) = (cycle_id is null) and (cycle_id is null or run_id is not null)
    and (task_id is null or run_id is not null)) not valid;
alter table model_call validate constraint model_call_work;
