import type { Database } from '../db/database.ts'
import { inDueWorkspaces, type ScheduledContext, type Turn } from '../jobs/index.ts'
import type { Expiry } from './expiry.ts'
import { sweep } from './sweep.ts'

/** Removes the due rows of each of `expiries`; a failing expiry is logged and does not hold up the others. */
export const removeExpired = async (
  database: Database,
  expiries: readonly Expiry[],
  context: ScheduledContext,
): Promise<void> => {
  for (const expiry of expiries) {
    if (context.signal.aborted) return
    await removeKind(database, expiry, context).catch((error: unknown) =>
      context.log.error({ err: error, kind: expiry.kind }, 'Could not remove expired data; will retry'),
    )
  }
}

const removeKind = async (database: Database, { dueIn, remove }: Expiry, context: ScheduledContext) => {
  if (!dueIn) {
    await sweep((limit) => database.identity((tx) => remove(tx, limit)), context.signal)
    return
  }
  const removeIn = (workspace: string, { time }: Turn) =>
    sweep((limit) => database.within(workspace, (tx) => remove(tx, limit)), time)
  await inDueWorkspaces(database, dueIn, removeIn, context)
}
