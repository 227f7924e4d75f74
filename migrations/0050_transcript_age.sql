-- Steps of agents go after a year: found by their age, however many there are.
create index task_transcript_by_age on task_transcript (created_at);
create policy due on task_transcript for select to atelier_identity using (true);
grant select (workspace_id, created_at) on task_transcript to atelier_identity;
