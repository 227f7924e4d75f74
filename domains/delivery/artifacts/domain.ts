import { domain } from '../../domain.ts'
import { artifacts } from './contract.ts'
import type { FileParts } from './links.ts'
import handlers from './handlers.ts'
import { objectsOf } from './rules.ts'
import { purgeArtifacts, dropRun, oldArtifactRuns, oldArtifactsDueIn } from './store.ts'
import type { Database } from '../../../platform/db/database.ts'
import { inDueWorkspaces, type ScheduledContext } from '../../../platform/jobs/index.ts'

export default domain({
  name: 'artifacts',
  contract: artifacts,
  handlers,
  schedules: (parts: FileParts) => [
    { name: 'old-artifacts', everySeconds: 3_600, work: (context) => removeOldArtifacts(parts, context) },
  ],
  project: () => ({
    filesOf: (id) => [objectsOf(id)],
    purge: (tx, projectId) => purgeArtifacts(tx, { projectId }),
  }),
})

const runsAtOnce = 100

/** Removes the files of runs that are older than files are kept. */
export const removeOldArtifacts = (
  { database }: { readonly database: Database },
  context: ScheduledContext,
): Promise<void> => inDueWorkspaces(database, oldArtifactsDueIn, (workspace) => removeIn(database, workspace), context)

const removeIn = async (database: Database, workspace: string) => {
  const old = await database.reading(workspace, (tx) => oldArtifactRuns(tx, { limit: runsAtOnce }))
  for (const { projectId, runId } of old) await database.within(workspace, (tx) => dropRun(tx, projectId, runId))
}
