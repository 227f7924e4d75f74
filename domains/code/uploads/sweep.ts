import type { Database } from '../../../platform/db/database.ts'
import { inDueWorkspaces, type ScheduledContext } from '../../../platform/jobs/index.ts'
import { removeSoon } from '../../../platform/removals/index.ts'
import type { ObjectStore } from '../../../platform/storage/index.ts'
import type { SessionStore } from './store.ts'

export interface SweepParts {
  readonly database: Database
  readonly objects: ObjectStore
}

/** Removes sessions that ran out, and uploads that nothing needs any more. */
export const sweepSessions = (
  { database }: SweepParts,
  sessions: SessionStore,
  context: ScheduledContext,
): Promise<void> =>
  inDueWorkspaces(
    database,
    sessions.dueIn,
    (workspace) =>
      database.within(workspace, async (tx) =>
        removeSoon(tx, (await sessions.removeExpired(tx)).map(sessions.bundleKey)),
      ),
    context,
  )
