import type { Static } from '../../../platform/contract/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { capOfCycle, capOfWorkspace, type InstanceCaps, microsToUsd } from '../../code/projects/rules/caps.ts'
import type { ProjectRow, WorkspaceCaps } from '../../code/projects/index.ts'
import type { BudgetOfCycle, BudgetOfWorkspace, ModelCallRecord } from './contract.ts'
import type { CallRow } from './store.ts'
import { findBudget, refusedCalls, type Scope } from '../../agents/spending/index.ts'

export const usd = (micros: number | null | undefined): number | null =>
  typeof micros === 'number' ? microsToUsd(micros) : null

const refusalsShown = 10

/** The spent part of a budget, the reported levels, and the refused calls in its scope. */
export const spentOf = async (tx: Transaction, scope: Scope) => {
  const { spentMicros, reservedMicros, warnedPercent } = await findBudget(tx, scope)
  const of = scope.kind === 'cycle' ? { cycleId: scope.id } : scope.kind === 'project' ? { projectId: scope.id } : {}
  return {
    spentUsd: microsToUsd(spentMicros),
    reservedUsd: microsToUsd(reservedMicros),
    warnedPercent: warnedPercent as 0 | 50 | 80 | 100,
    refusals: await refusedCalls(tx, of, refusalsShown),
  }
}

export const budgetOfWorkspace = async (
  tx: Transaction,
  workspace: string,
  said: WorkspaceCaps | undefined,
  caps: InstanceCaps,
): Promise<Static<typeof BudgetOfWorkspace>> => ({
  overrides: {
    costCapUsd: usd(said?.costCapMicros),
    projectCostCapUsd: usd(said?.projectCostCapMicros),
    cycleCostCapUsd: usd(said?.cycleCostCapMicros),
    maxRevisions: said?.maxRevisions ?? null,
  },
  enforced: { costCapUsd: usd(capOfWorkspace(said?.costCapMicros, caps)) },
  ...(await spentOf(tx, { kind: 'workspace', id: workspace })),
})

/** The budget of a cycle with its own cap `own`; null for no own cap. */
export const budgetOfCycle = async (
  tx: Transaction,
  { cycleId, own, project }: { readonly cycleId: string; readonly own: number | null; readonly project: ProjectRow },
  caps: InstanceCaps,
): Promise<Static<typeof BudgetOfCycle>> => ({
  cycleId,
  overrides: { costCapUsd: usd(own) },
  enforced: { costCapUsd: usd(capOfCycle(own, project, caps)) },
  ...(await spentOf(tx, { kind: 'cycle', id: cycleId })),
})

/** The cost of a call; null while it is under way, and for an answered call without a known price. */
export const callCost = ({ costMicros, isPriced, outcome }: CallRow): number | null =>
  outcome === 'open' || (outcome === 'finished' && !isPriced) ? null : usd(costMicros)

export const presentCall = (row: CallRow): Static<typeof ModelCallRecord> => {
  const { costMicros: _costMicros, isPriced: _isPriced, ...shown } = row
  return { ...shown, costUsd: callCost(row) }
}
