import type { Static } from '../../../platform/contract/schema.ts'
import type { WorkspaceCaps } from '../../code/projects/index.ts'
import { usdToMicros } from '../../code/projects/rules.ts'
import type { UpdateWorkspaceBudget } from './contract/budgets.ts'

const after = (before: number | null, usd: number | null | undefined): number | null =>
  usd === undefined ? before : usd === null ? null : usdToMicros(usd)

/** A workspace's caps after a change: omitted ones stay, null removes one. */
export const capsAfter = (before: WorkspaceCaps, change: Static<typeof UpdateWorkspaceBudget>): WorkspaceCaps => ({
  costCapMicros: after(before.costCapMicros, change.costCapUsd),
  projectCostCapMicros: after(before.projectCostCapMicros, change.projectCostCapUsd),
  cycleCostCapMicros: after(before.cycleCostCapMicros, change.cycleCostCapUsd),
  maxRevisions: change.maxRevisions === undefined ? before.maxRevisions : change.maxRevisions,
})
