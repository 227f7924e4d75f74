-- A verdict says who showed a change. `proved` said that a test fails without the change and passes with it, whoever wrote
-- the test; that is `shown` now, since nobody knows any more who wrote the tests of stored verdicts. What was hashed or
-- signed (the audit chains, snapshots of deliverables, evidence files) keeps its bytes.

-- A migration belongs to no workspace: under its own row-level security the owner would see no row of these tables.
alter table task no force row level security;
alter table activity_event no force row level security;
alter table project no force row level security;
alter table workspace_default no force row level security;

update task set review = review || '{"outcome":"shown","provedBy":[]}' where review->>'outcome' = 'proved';

update activity_event set payload = payload || '{"verdict":"shown","provedBy":[]}'
where name = 'task.reviewed' and payload->>'verdict' = 'proved';

-- Who lets changes merge that less shows lets shown ones merge as well.
update project set runtime = jsonb_set(runtime, '{review,shown}', '"merge"')
where 'merge' in (runtime->'review'->>'checked', runtime->'review'->>'unverified');
update workspace_default set review = review || '{"shown":"merge"}'
where 'merge' in (review->>'checked', review->>'unverified');

alter table task force row level security;
alter table activity_event force row level security;
alter table project force row level security;
alter table workspace_default force row level security;
