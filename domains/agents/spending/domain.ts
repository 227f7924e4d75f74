import type { Database } from '../../../platform/db/database.ts'
import { domain } from '../../domain.ts'
import type { InstanceCaps } from '../../code/projects/rules/caps.ts'
import { applyProjectCap } from './store-budgets.ts'
import { releaseExpired, workspacesHolding } from './store-calls.ts'

/** Caps on the cost of model calls, and the calls that count against them. */
export default domain({
  name: 'spending',
  project: ({ caps }: { readonly caps: InstanceCaps }) => ({ changeCap: (tx, id) => applyProjectCap(tx, caps, id) }),
  // A call whose process died before it was settled is settled at its worst case.
  schedules: ({ database }: { readonly database: Database }) => [
    { name: 'model-calls', everySeconds: 300, work: () => sweepCalls(database) },
  ],
})

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
