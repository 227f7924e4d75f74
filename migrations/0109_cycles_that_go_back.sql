-- A cycle can bring the files of its project back to an earlier revision, from the revision that was newest when it was
-- proposed.

alter table cycle
  add column restores_revision_id uuid,
  add column restores_from_revision_id uuid,
  add constraint cycle_restores check (
    (restores_revision_id is null) = (restores_from_revision_id is null)
    and (restores_revision_id is null or reverts_cycle_id is null)
  );

create index cycle_restoring on cycle (project_id) where restores_revision_id is not null and deleted_at is null;
