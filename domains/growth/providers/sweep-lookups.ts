import type { Database } from '../../../platform/db/database.ts'
import { inDueWorkspaces, type ScheduledContext } from '../../../platform/jobs/index.ts'
import { abandonExpiredCalls, expiredCallsIn } from './store-calls.ts'

const atOnce = 1_000

/** Settles the look-ups that dead processes left open, at their full price: the provider may have billed them. */
export const sweepLookups = (database: Database, context: ScheduledContext): Promise<void> =>
  inDueWorkspaces(
    database,
    expiredCallsIn,
    (workspace) => database.within(workspace, (tx) => abandonExpiredCalls(tx, atOnce)),
    context,
  )
