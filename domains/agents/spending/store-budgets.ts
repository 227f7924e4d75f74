import { statement } from '../../../platform/db/statement.ts'
import type { RowOf } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { type Budget, inLockOrder, type Scope, type ScopeKind } from './budget.ts'
import { type BudgetCrossing, warn } from './store-warnings.ts'
import { budgetTable } from './tables.ts'
import { capOfProject, type InstanceCaps } from '../../code/projects/rules/caps.ts'
import { findProject } from '../../code/projects/index.ts'

/** A scope and its cap in micro-dollars; null for no cap. */
export interface Cap {
  readonly scope: Scope
  readonly capMicros: number | null
}

// In an array of numbers, where null has no place.
const noCap = -1

const changes = statement<{ kinds: ScopeKind[]; ids: string[]; caps: number[] }, { place: number }>(
  'spending.changed-caps',
  `select place::int from unnest(:kinds::text[], :ids::uuid[], :caps::bigint[]) with ordinality as wanted (kind, id, cap, place)
   left join budget on scope_kind = kind and scope_id = id
   where scope_kind is null or cap_micros is distinct from nullif(cap, -1) order by place`,
)
const begin = statement<{ kinds: ScopeKind[]; ids: string[] }>(
  'spending.begin-budget',
  `insert into budget (scope_kind, scope_id)
   select kind, id from unnest(:kinds::text[], :ids::uuid[]) with ordinality as scope (kind, id, place) order by place
   on conflict (scope_kind, scope_id) do nothing`,
)
// A raised cap arms the levels above the spent amount again; a lowered one keeps past warnings.
const change = statement<{ kinds: ScopeKind[]; ids: string[]; caps: number[] }, BudgetCrossing>(
  'spending.set-caps',
  `with held as materialized (
     select scope_kind, scope_id, nullif(cap, -1) as cap, cap_micros as before, spent_micros as spent, warned_percent as warned
     from unnest(:kinds::text[], :ids::uuid[], :caps::bigint[]) with ordinality as wanted (kind, id, cap, place)
     join budget on scope_kind = kind and scope_id = id
     where cap_micros is distinct from nullif(cap, -1) order by place for update of budget),
   changed as (
     update budget set cap_micros = held.cap, warned_percent = case
         when held.before is null or held.cap is null or held.cap > held.before then budget_level(held.spent, held.cap)
         else greatest(held.warned, budget_level(held.spent, held.cap)) end
     from held where budget.scope_kind = held.scope_kind and budget.scope_id = held.scope_id
     returning budget.scope_kind as kind, budget.scope_id as id, budget.warned_percent::int as level, held.warned,
       coalesce(budget.cap_micros, 0) as "capMicros", budget.spent_micros as "spentMicros")
   select kind, id, level, "capMicros", "spentMicros" from changed where level > warned`,
)

/**
 * Sets caps, in the order in which calls lock budgets; caps that are already set stay unchanged. A cap below the spent
 * amount stops every further call. People are warned of a cap that is at a level at once.
 */
export const applyCaps = async (tx: Transaction, caps: readonly Cap[]): Promise<void> => {
  const ordered = inLockOrder(caps)
  const places = (await changes(tx, valuesOf(ordered))).map(({ place }) => place)
  if (places.length === 0) return
  const values = valuesOf(places.map((place) => ordered[place - 1]!))
  await begin(tx, { kinds: values.kinds, ids: values.ids })
  await warn(tx, await change(tx, values))
}

const valuesOf = (caps: readonly Cap[]) => ({
  kinds: caps.map(({ scope }) => scope.kind),
  ids: caps.map(({ scope }) => scope.id),
  caps: caps.map(({ capMicros }) => capMicros ?? noCap),
})

/** Sets one cap. */
export const applyCap = (tx: Transaction, scope: Scope, capMicros: number | null): Promise<void> =>
  applyCaps(tx, [{ scope, capMicros }])

const budgetOf = statement<{ kind: ScopeKind; id: string }, RowOf<typeof budgetTable>>(
  'spending.budget',
  `select ${budgetTable.columns} from budget where scope_kind = :kind and scope_id = :id`,
)

/** A scope's budget; without any setting or spending, the budget has no cap. */
export const findBudget = async (tx: Transaction, scope: Scope): Promise<Budget> =>
  (await budgetOf(tx, scope)).at(0) ?? { capMicros: null, spentMicros: 0, reservedMicros: 0, warnedPercent: 0 }

const capped = statement<{ kinds: ScopeKind[]; ids: string[] }, { kind: ScopeKind; id: string }>(
  'spending.capped-scope',
  `select kind, id from unnest(:kinds::text[], :ids::uuid[]) with ordinality as scope (kind, id, place)
   join budget on scope_kind = kind and scope_id = id
   where cap_micros is not null order by place limit 1`,
)

/** The first of these that has a cap; undefined if none has. */
export const cappedScope = async (tx: Transaction, scopes: readonly Scope[]): Promise<Scope | undefined> =>
  (await capped(tx, { kinds: scopes.map(({ kind }) => kind), ids: scopes.map(({ id }) => id) })).at(0)

/** Sets the cap of a project to its present value, at once, also for calls of runs that are under way. */
export const applyProjectCap = async (
  tx: Transaction,
  caps: Pick<InstanceCaps, 'projectMicros'>,
  projectId: string,
): Promise<void> => {
  const project = await findProject(tx, projectId)
  if (project) await applyCap(tx, { kind: 'project', id: projectId }, capOfProject(project, caps))
}
