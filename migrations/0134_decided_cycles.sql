-- A cycle on whose deliverable a client decided cannot be deleted: the decision would no longer be found. It is a
-- function because the statement that deletes belongs to the cycles, and decisions to the deliverables above them.
create function cycle_has_decision(in_cycle uuid) returns boolean language sql stable as $$
  select exists (
    select from deliverable d join deliverable_approval a on a.deliverable_id = d.id
    where d.cycle_id = in_cycle and a.decision is not null
  )
$$;
