import type { Database } from '../../../platform/db/database.ts'
import { releaseExpired, workspacesHolding } from './store-calls.ts'

/**
 * Settles the calls that dead processes left open, at their worst case. Calls of living processes are younger than the
 * longest possible call, and stay open. Returns the number of settled calls.
 */
export const sweepCalls = async (database: Database): Promise<number> => {
  let settled = 0
  for (const workspace of await database.instance(workspacesHolding))
    settled += await database.within(workspace, releaseExpired)
  return settled
}
