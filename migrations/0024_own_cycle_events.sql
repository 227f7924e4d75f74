-- A cycle's own events are listed without its tasks', of which there may be many in between.

create index activity_event_cycle_own on activity_event (workspace_id, cycle_id, position)
  where cycle_id is not null and task_id is null;
