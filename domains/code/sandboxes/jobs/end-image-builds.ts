import type { Database } from '../../../../platform/db/database.ts'
import { inDueWorkspaces, type ScheduledContext } from '../../../../platform/jobs/index.ts'
import { endLostImageBuilds, workspacesWithOpenBuilds } from '../store-image-builds.ts'

export interface ImageBuildParts {
  readonly database: Database
}

/** Ends the image builds whose work is over: of a run that was cancelled, or of a process that another took over from. */
export const endImageBuilds = ({ database }: ImageBuildParts, context: ScheduledContext): Promise<void> =>
  inDueWorkspaces(
    database,
    workspacesWithOpenBuilds,
    (workspace) => database.within(workspace, endLostImageBuilds),
    context,
  )
