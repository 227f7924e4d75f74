-- The timeline of a project shows few types of its events; the newest of those are found without reading the others.
create index activity_event_timeline on activity_event (workspace_id, project_id, occurred_at desc, position desc)
  where name in ('cycle.proposed', 'cycle.completed', 'cycle.failed', 'cycle.stopped', 'cycle.reverted', 'task.checked',
    'task.reviewed', 'deliverable.published', 'deliverable_approval.decided', 'pending_request.created');
