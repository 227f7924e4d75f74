-- Metrics of a project are computed from the events of its cycles: how many ended since a time is found by that time.
create index activity_event_ended on activity_event (workspace_id, project_id, occurred_at desc)
  where entity_type = 'cycle' and name in ('cycle.completed', 'cycle.failed', 'cycle.stopped');

-- Weeks begin at midnight where the workspace is; its row belongs to another role, which this shows the zone of alone.
create function workspace_time_zone() returns text language sql stable security definer set search_path = public, pg_temp as $$
  select time_zone from workspace where id = nullif(current_setting('app.workspace', true), '')::uuid
$$;
revoke all on function workspace_time_zone() from public;
grant execute on function workspace_time_zone() to atelier_tenant;
