import { statement, type NoValues } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'

const zone = statement<NoValues, { timeZone: string }>(
  'metrics.time-zone',
  'select workspace_time_zone() as "timeZone"',
)
/** Where the workspace is. */
export const workspaceTimeZone = async (tx: Transaction) => (await zone(tx))[0]!.timeZone
