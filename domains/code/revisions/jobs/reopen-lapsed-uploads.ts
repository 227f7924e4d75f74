import type { Database } from '../../../../platform/db/database.ts'
import { inDueWorkspaces, type ScheduledContext } from '../../../../platform/jobs/index.ts'
import { lapsedDueIn, lapsedUploads, reopenLapsed } from '../store-uploads.ts'

/** Gives back the claims of finalizers that died. */
export const reopenLapsedUploads = (
  { database }: { readonly database: Database },
  context: ScheduledContext,
): Promise<void> =>
  inDueWorkspaces(
    database,
    lapsedDueIn,
    async (workspace) => {
      for (const { id } of await database.reading(workspace, lapsedUploads))
        await database.within(workspace, (tx) => reopenLapsed(tx, id))
    },
    context,
  )
