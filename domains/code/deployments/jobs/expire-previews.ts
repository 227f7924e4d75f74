import type { Database } from '../../../../platform/db/database.ts'
import { inDueWorkspaces, type Engine, type ScheduledContext } from '../../../../platform/jobs/index.ts'
import { endAll } from '../record-changes.ts'
import { expireDue, expiredDeploymentsIn } from '../store.ts'

/** Ends the cycle previews whose time is over. */
export const expirePreviews = (
  { database, engine }: { database: Database; engine: Pick<Engine, 'cancel'> },
  context: ScheduledContext,
): Promise<void> => {
  const expireIn = (workspace: string) =>
    database.within(workspace, async (tx) => endAll(tx, await expireDue(tx, await tx.now()), engine))
  return inDueWorkspaces(database, expiredDeploymentsIn, expireIn, context)
}
