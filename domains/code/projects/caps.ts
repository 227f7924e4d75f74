import type { Transaction } from '../../../platform/db/transaction.ts'
import { begin, hold, putCaps, share, shareOne, type WorkspaceCaps } from './store-caps.ts'
import type { WorkspaceDefaults } from './tables.ts'

/** The workspace's values, locked until the transaction ends. */
export const shareWorkspaceDefaults = async (tx: Transaction) => {
  await begin(tx)
  return (await share(tx))[0]!
}

/** A project whose settings stay as they are until the transaction ends. */
export const shareProject = async (tx: Transaction, id: string) => (await shareOne(tx, { id })).at(0)

/** Replaces the caps of the workspace by what `change` makes of them. */
export const changeWorkspaceCaps = async (
  tx: Transaction,
  change: (before: WorkspaceDefaults) => WorkspaceCaps,
): Promise<WorkspaceDefaults> => {
  await begin(tx)
  const { costCapMicros, projectCostCapMicros, cycleCostCapMicros, maxRevisions } = change((await hold(tx))[0]!)
  return (await putCaps(tx, { costCapMicros, projectCostCapMicros, cycleCostCapMicros, maxRevisions }))[0]!
}
