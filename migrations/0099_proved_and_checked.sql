-- A verdict says whether a test proves the change (proved) or what passed before still passes (checked). Both were called
-- verified. A change is proved where a test was recorded that fails without it and passes with it.

-- A migration belongs to no workspace: under its own row-level security the owner would see no row of these tables.
alter table task no force row level security;
alter table activity_event no force row level security;
alter table project no force row level security;
alter table workspace_default no force row level security;
alter table webhook no force row level security;

update task set review = review || case
  when jsonb_array_length(coalesce(review->'reproduced', '[]'::jsonb)) > 0 then jsonb_build_object('outcome', 'proved',
    'provedBy', (select jsonb_agg(distinct test->'check') from jsonb_array_elements(review->'reproduced') as test))
  else jsonb_build_object('outcome', 'checked', 'provedBy', '[]'::jsonb) end
where review->>'outcome' = 'verified';

-- The events of reviews say the same as their tasks, which a later review may have changed.
update activity_event set payload = payload || case when task.review->>'outcome' = 'proved'
  then jsonb_build_object('verdict', 'proved', 'provedBy', task.review->'provedBy')
  else jsonb_build_object('verdict', 'checked', 'provedBy', '[]'::jsonb) end
from task
where task.workspace_id = activity_event.workspace_id and task.id = activity_event.task_id
  and activity_event.name = 'task.reviewed' and activity_event.payload->>'verdict' = 'verified';

-- The checks of a whole result have an event that no longer calls them verified; webhooks that asked for it get it.
update activity_event set name = 'cycle.checked' where name = 'cycle.verified';
update webhook set event_types = array_replace(event_types, 'cycle.verified', 'cycle.checked')
where 'cycle.verified' = any(event_types);

-- Who lets unverified changes merge lets checked ones merge as well.
update project set runtime = jsonb_set(runtime, '{review,checked}', '"merge"')
where runtime->'review'->>'unverified' = 'merge' and runtime->'review'->'checked' is null;
update workspace_default set review = review || '{"checked":"merge"}'
where review->>'unverified' = 'merge' and review->'checked' is null;

alter table task force row level security;
alter table activity_event force row level security;
alter table project force row level security;
alter table workspace_default force row level security;
alter table webhook force row level security;
