import type { Database } from '../../../../platform/db/database.ts'
import { inDueWorkspaces, type ScheduledContext } from '../../../../platform/jobs/index.ts'
import { lapsedDueIn, reopenLapsed } from '../store-uploads.ts'

/** Releases the claims of finalizers that died. */
export const reopenLapsedUploads = (
  { database }: { readonly database: Database },
  context: ScheduledContext,
): Promise<void> =>
  inDueWorkspaces(database, lapsedDueIn, (workspace) => database.within(workspace, reopenLapsed), context)
