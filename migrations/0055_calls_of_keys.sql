-- A call of a model by a person's key works for the workspace alone; one by a run, as before, for project and cycle too.
alter table model_call
  alter column project_id drop not null,
  alter column cycle_id drop not null,
  alter column run_id drop not null,
  add constraint model_call_work check (
    (project_id is null) = (cycle_id is null) and (run_id is null) = (cycle_id is null)
    and (task_id is null or run_id is not null));
