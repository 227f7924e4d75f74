-- What a play may still spend: its hard cap without what its look-ups and drafts cost, and without what is held back for those
-- that are under way; null for no cap. The play is held until the transaction ends, so that of two the second counts the first.
create function growth_play_room(play uuid) returns bigint language plpgsql as $$
declare
  here uuid := nullif(current_setting('app.workspace', true), '')::uuid;
  cap bigint;
  lookups bigint;
  drafts bigint;
begin
  select hard_cap_micros into cap from growth_play where workspace_id = here and id = play for no key update;
  if cap is null then
    return null;
  end if;
  select coalesce(sum(coalesce(cost_micros, held_micros)), 0) into lookups from growth_provider_call
    where workspace_id = here and growth_play_id = play;
  select coalesce(sum(coalesce(call.cost_micros, call.reserved_micros)), 0) into drafts from growth_draft_run run
    join model_call call on call.workspace_id = here and call.run_id = run.run_id
    where run.workspace_id = here and run.growth_play_id = play;
  return cap - lookups - drafts;
end $$;
create index growth_provider_call_of_play on growth_provider_call (growth_play_id) where growth_play_id is not null;
