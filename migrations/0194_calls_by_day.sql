-- Calls of a workspace by day, for the usage of people, projects and models.
create index model_call_sent on model_call (workspace_id, sent_at, id);
