-- No money is held for model calls that are not made yet: a call reserves its own. What is still held goes back to the
-- budgets of its workspace and, where the operator pays for the endpoint, of the instance.

-- A migration belongs to no workspace: under its own row-level security the owner would see no row of this table. The
-- statement also locks it.
alter table model_hold no force row level security;

with held as (
  select 'workspace' as kind, workspace_id as id, micros from model_hold
  union all
  select 'instance', '00000000-0000-0000-0000-000000000000', micros from model_hold where endpoint_id is null),
sums as (
  select kind, id, sum(micros)::bigint as micros from held group by kind, id)
update budget set reserved_micros = reserved_micros - sums.micros
from sums where scope_kind = sums.kind and scope_id = sums.id;

drop table model_hold;
