-- A task goes with its cycle by a time of its own: what reads tasks asks no cycle.

alter table task add column deleted_at timestamptz(3);
alter table task no force row level security;
alter table cycle no force row level security;
update task set deleted_at = cycle.deleted_at from cycle where cycle.id = task.cycle_id and cycle.deleted_at is not null;
alter table cycle force row level security;
alter table task force row level security;
