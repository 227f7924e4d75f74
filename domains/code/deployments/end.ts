import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Engine } from '../../../platform/jobs/index.ts'
import { recordExpired } from './record-changes.ts'
import type { DeploymentRow } from './tables.ts'

/** Records that these deployments ended, and stops the runs of those that were still on their way. */
export const endAll = async (
  tx: Transaction,
  engine: Pick<Engine, 'cancel'>,
  ended: readonly DeploymentRow[],
): Promise<void> => {
  for (const row of ended) {
    recordExpired(tx, row)
    if (row.liveAt === null && row.runId !== null) await engine.cancel(tx, row.runId)
  }
}
