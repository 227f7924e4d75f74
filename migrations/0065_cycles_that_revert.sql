-- A cycle can undo what another one delivered. One at a time: where it is deleted, another one can be proposed.

alter table cycle
  add column reverts_cycle_id uuid,
  add column reverted_by_cycle_id uuid;

create unique index cycle_reverts on cycle (reverts_cycle_id) where reverts_cycle_id is not null and deleted_at is null;
