import { inDueWorkspaces, type ScheduledContext } from '../../../platform/jobs/index.ts'
import type { FileParts } from './parts.ts'
import { objectsOfRun } from './rules.ts'
import { dropRun, oldArtifactRuns, oldArtifactsDueIn } from './store-space.ts'

const runsAtOnce = 100

/** Removes the files of runs that are older than files are kept. */
export const removeOldArtifacts = (parts: FileParts, context: ScheduledContext): Promise<void> =>
  inDueWorkspaces(parts.database, oldArtifactsDueIn, (workspace) => removeIn(parts, workspace), context)

const removeIn = async (parts: FileParts, workspace: string) => {
  for (const run of await parts.database.reading(workspace, (tx) => oldArtifactRuns(tx, runsAtOnce)))
    await removeRun(parts.objects, run, (projectId, runId) =>
      parts.database.within(workspace, (tx) => dropRun(tx, projectId, runId)),
    )
}

/** First the rows, so that a file that is held by now keeps its content. */
export const removeRun = async (
  objects: FileParts['objects'],
  { projectId, runId }: { readonly projectId: string; readonly runId: string },
  drop: (projectId: string, runId: string) => Promise<boolean>,
): Promise<void> => {
  if (await drop(projectId, runId)) await objects.removeUnder(objectsOfRun(projectId, runId))
}
