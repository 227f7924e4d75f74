import type { Transaction } from '../../../platform/db/transaction.ts'
import { begin, hold, putCaps, share, shareOne, type WorkspaceCaps } from './store-caps.ts'
import type { WorkspaceDefaults } from './tables.ts'

/** The workspace's values, locked until the transaction ends. */
export const shareWorkspaceDefaults = async (tx: Transaction) => {
  await begin(tx)
  return share(tx)
}

/** Finds a project, whose settings stay as they are until the transaction ends. */
export const shareProject = (tx: Transaction, named: { id: string }) => shareOne(tx, named)

/** Replaces the caps of the workspace by the result of `change`. */
export const changeWorkspaceCaps = async (
  tx: Transaction,
  change: (before: WorkspaceDefaults) => WorkspaceCaps,
): Promise<WorkspaceDefaults> => {
  await begin(tx)
  const { costCapMicros, projectCostCapMicros, cycleCostCapMicros, maxRevisions } = change(await hold(tx))
  return putCaps(tx, { costCapMicros, projectCostCapMicros, cycleCostCapMicros, maxRevisions })
}
