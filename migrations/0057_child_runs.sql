-- A run may be the child of another one, which ends after it.

alter table run
  add column parent_id uuid,
  add foreign key (workspace_id, parent_id) references run on delete cascade,
  add check (parent_id <> id);
-- Living children are those without an end: asked at each end of one, however many have ended before.
create index run_children on run (workspace_id, parent_id, ended_at) where parent_id is not null;

-- A run that fails while children live keeps its failure until the last of them has ended.
alter table run drop constraint run_check3;
alter table run add constraint run_failure
  check (case status when 'failed' then failure is not null when 'cancelling' then true else failure is null end);

-- A run whose next step decides from rows waits for one of them to change.
alter table run_parked drop constraint run_parked_kind_check;
alter table run_parked add constraint run_parked_kind_check check (kind in ('sandbox', 'person', 'retry', 'change'));
