import { statement } from '../../../platform/db/statement.ts'
import { workspacesDue } from '../../../platform/db/workspaces-due.ts'
import type { RowOf } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Scope, ScopeKind } from './budget.ts'
import { budgetWarning } from './tables.ts'

/** A budget that reached a level without a notice yet. */
export type BudgetCrossing = Pick<BudgetWarning, 'level' | 'capMicros' | 'spentMicros'> & {
  readonly kind: ScopeKind
  readonly id: string
}

const columns = 'id, workspace_id, scope_kind, scope_id, level, cap_micros, spent_micros, refused_micros, created_at'

// One statement for all: budgets are locked until it is done.
const insert = statement<
  Record<'levels' | 'caps' | 'spent', number[]> & { kinds: ScopeKind[]; ids: string[]; refusedMicros: number | null }
>(
  'spending.warn',
  `insert into budget_warning (${columns})
   select gen_random_uuid(), :workspace, kind, scope, level, cap, spent, :refusedMicros, clock_timestamp()
   from unnest(:kinds::text[], :ids::uuid[], :levels::int[], :caps::bigint[], :spent::bigint[])
     as crossed (kind, scope, level, cap, spent)`,
)

/**
 * Inserts warnings like `warn`, at the end of the statement that settles: `settled` is a part of it with the columns of
 * a Crossing, and `warned`, the last reported level.
 */
export const insertWarningsOf = (settled: string): string =>
  `insert into budget_warning (${columns})
   select gen_random_uuid(), :workspace, kind, id, level, "capMicros", "spentMicros", null, clock_timestamp()
   from ${settled} where level > warned and kind <> 'instance'`

/** Inserts warnings with what crossed their levels. The instance's cap is its operator's: workspaces get no warning. */
export const warn = async (
  tx: Transaction,
  crossings: readonly BudgetCrossing[],
  refusedMicros: number | null = null,
): Promise<void> => {
  const told = crossings.filter(({ kind }) => kind !== 'instance')
  if (told.length === 0) return
  await insert(tx, {
    kinds: told.map(({ kind }) => kind),
    ids: told.map(({ id }) => id),
    levels: told.map(({ level }) => level),
    caps: told.map(({ capMicros }) => capMicros),
    spent: told.map(({ spentMicros }) => spentMicros),
    refusedMicros,
  })
}

const exhaust = statement<{ kind: ScopeKind; id: string; worstMicros: number }, BudgetCrossing>(
  'spending.exhaust-budget',
  `update budget set warned_percent = 100
   where scope_kind = :kind and scope_id = :id and warned_percent < 100 and spent_micros + :worstMicros > cap_micros
   returning scope_kind as kind, scope_id as id, warned_percent::int as level, coalesce(cap_micros, 0) as "capMicros",
     spent_micros as "spentMicros"`,
)

/** Raises a budget to its last level if it cannot cover `worstMicros`, unless only calls in flight cause that. */
export const noteRefusal = async (tx: Transaction, { kind, id }: Scope, worstMicros: number): Promise<void> =>
  warn(tx, await exhaust(tx, { kind, id, worstMicros }), worstMicros)

/** A budget that its workspace's people get a warning about. */
export type BudgetWarning = RowOf<
  typeof budgetWarning,
  { scopeKind: 'cycle' | 'project' | 'workspace'; level: 50 | 80 | 100; capMicros: number }
>

/** Workspaces in which people are to be warned. */
export const warningsDueIn = workspacesDue('budget-warning', 'budget_warning')

const take = statement<{ limit: number }, BudgetWarning>(
  'spending.take-warnings',
  `delete from budget_warning where id = any(array(
     select id from budget_warning where workspace_id = :workspace order by created_at, id limit :limit
     for update skip locked))
   returning ${budgetWarning.columns}`,
)

/** Claims at most `limit` warnings, the oldest first: send them in the same transaction, and each goes out once. */
export const claimWarnings = async (tx: Transaction, limit: number): Promise<BudgetWarning[]> => {
  const taken = await take(tx, { limit })
  return taken.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || a.level - b.level)
}
