import type { Database } from '../../../../platform/db/database.ts'
import { inDueWorkspaces, type ScheduledContext } from '../../../../platform/jobs/index.ts'
import { endLostImageBuilds, workspacesWithOpenBuilds } from '../store-image-builds.ts'

/** Ends the image builds whose work is over: of a run that was cancelled, or of a process that another took over from. */
export const endImageBuilds = ({ database }: { readonly database: Database }, context: ScheduledContext) => {
  const endIn = (workspace: string) => database.within(workspace, endLostImageBuilds)
  return inDueWorkspaces(database, workspacesWithOpenBuilds, endIn, context)
}
