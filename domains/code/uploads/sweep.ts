import type { Database } from '../../../platform/db/database.ts'
import { inDueWorkspaces, type ScheduledContext } from '../../../platform/jobs/index.ts'
import type { ObjectStore } from '../../../platform/storage/index.ts'
import type { SessionStore } from './store.ts'

export interface SweepParts {
  readonly database: Database
  readonly objects: ObjectStore
}

/** Removes sessions that ran out, and uploads that nothing needs any more. */
export const sweepSessions = (
  { database, objects }: SweepParts,
  sessions: SessionStore,
  context: ScheduledContext,
): Promise<void> =>
  inDueWorkspaces(
    database,
    sessions.dueIn,
    async (workspace) => {
      for (const id of await database.within(workspace, sessions.removeExpired))
        await objects.remove(sessions.bundleKey(id))
    },
    context,
  )
