import type { Database } from '../../../platform/db/database.ts'
import { inDueWorkspaces, type ScheduledContext } from '../../../platform/jobs/index.ts'
import { dropRun, oldArtifactRuns, oldArtifactsDueIn } from './store-space.ts'

const runsAtOnce = 100

/** Removes the files of runs that are older than files are kept. */
export const removeOldArtifacts = (
  { database }: { readonly database: Database },
  context: ScheduledContext,
): Promise<void> => inDueWorkspaces(database, oldArtifactsDueIn, (workspace) => removeIn(database, workspace), context)

const removeIn = async (database: Database, workspace: string) => {
  for (const { projectId, runId } of await database.reading(workspace, (tx) => oldArtifactRuns(tx, runsAtOnce)))
    await database.within(workspace, (tx) => dropRun(tx, projectId, runId))
}
