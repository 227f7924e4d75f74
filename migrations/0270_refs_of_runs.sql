-- The commits that runs work on, by the names of their branches: the rows that say so are all that says so. Rows of earlier
-- versions name no repository, and theirs was the primary one. A run has one branch in each of its repositories.
create view repository_run_ref with (security_invoker = true) as
  select project_id, repository_id, integration_branch as name, integration_sha as sha
    from cycle where integration_sha is not null and deleted_at is null
  union all
  select cycle.project_id, beside.repository_id, cycle.integration_branch, beside.integration_sha
    from cycle_repository beside join cycle on cycle.id = beside.cycle_id and cycle.run_id = beside.run_id
    where cycle.deleted_at is null
  union all
  select project_id, repository_id, branch, head_sha from task where head_sha is not null and deleted_at is null;

grant select on repository_run_ref to atelier_tenant;
