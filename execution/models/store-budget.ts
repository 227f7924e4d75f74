import { statement } from '../../platform/db/statement.ts'
import { insertInto, type RowOf } from '../../platform/db/table.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { Budget, Scope, ScopeKind } from './budget.ts'
import { budgetTable } from './tables.ts'

const cap = statement<{ kind: ScopeKind; id: string; capMicros: number | null }>(
  'models.cap',
  insertInto(
    budgetTable,
    ['capMicros'],
    { scopeKind: ':kind', scopeId: ':id' },
    'on conflict (scope_kind, scope_id) do update set cap_micros = excluded.cap_micros',
  ),
)

/** Sets a cap in micro-dollars; null takes it away. A cap below what is spent stops every further call. */
export const setCap = async (tx: Transaction, scope: Scope, capMicros: number | null): Promise<void> => {
  await cap(tx, { kind: scope.kind, id: scope.id, capMicros })
}

const budgetOf = statement<{ kind: ScopeKind; id: string }, RowOf<typeof budgetTable>>(
  'models.budget',
  `select ${budgetTable.columns} from budget where scope_kind = :kind and scope_id = :id`,
)

/** A scope's budget; one that nothing was ever set or spent for has no cap. */
export const findBudget = async (tx: Transaction, scope: Scope): Promise<Budget> =>
  (await budgetOf(tx, scope)).at(0) ?? {
    capMicros: null,
    spentMicros: 0,
    reservedMicros: 0,
  }

const capped = statement<{ kinds: ScopeKind[]; ids: string[] }, { kind: ScopeKind; id: string }>(
  'models.capped-scope',
  `select kind, id from unnest(:kinds::text[], :ids::uuid[]) with ordinality as scope (kind, id, place)
   join budget on scope_kind = kind and scope_id = id
   where cap_micros is not null order by place limit 1`,
)

/** The first of these that has a cap; undefined where none has. */
export const cappedScope = async (tx: Transaction, scopes: readonly Scope[]): Promise<Scope | undefined> =>
  (await capped(tx, { kinds: scopes.map(({ kind }) => kind), ids: scopes.map(({ id }) => id) })).at(0)
