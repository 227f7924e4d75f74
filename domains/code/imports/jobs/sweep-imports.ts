import type { Database } from '../../../../platform/db/database.ts'
import { inDueWorkspaces, type ScheduledContext } from '../../../../platform/jobs/index.ts'
import type { ObjectStore } from '../../../../platform/storage/index.ts'
import { bundleKey } from '../present.ts'
import { importsDueIn, removeExpired } from '../store-expiry.ts'

export interface SweepParts {
  readonly database: Database
  readonly objects: ObjectStore
}

/** Removes sessions that ran out, and uploads that nothing needs any more. */
export const sweepImports = ({ database, objects }: SweepParts, context: ScheduledContext): Promise<void> =>
  inDueWorkspaces(
    database,
    importsDueIn,
    async (workspace) => {
      for (const id of await database.within(workspace, removeExpired)) await objects.remove(bundleKey(id))
    },
    context,
  )
