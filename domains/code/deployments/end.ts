import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Engine } from '../../../platform/jobs/index.ts'
import { recordExpired } from './record-changes.ts'
import type { DeploymentRow } from './tables.ts'

/**
 * Records that these deployments ended. With an engine, their open runs are stopped at once; else each run ends at its
 * next step, which finds its deployment ended.
 */
export const endAll = async (
  tx: Transaction,
  ended: readonly DeploymentRow[],
  engine?: Pick<Engine, 'cancel'>,
): Promise<void> => {
  for (const row of ended) {
    recordExpired(tx, row)
    if (row.liveAt === null && row.runId !== null) await engine?.cancel(tx, row.runId)
  }
}
