import type { Repositories } from '../../../../execution/repositories/index.ts'
import type { Database } from '../../../../platform/db/database.ts'
import { inDueWorkspaces, type ScheduledContext } from '../../../../platform/jobs/index.ts'
import { alignProject } from '../align-branch.ts'
import { lapsedDueIn, lapsedUploads, reopenLapsed } from '../store-uploads.ts'

interface Parts {
  readonly database: Database
  readonly repositories: Repositories
}

/** Takes back what finalizers that died may have left: a branch ahead of the recorded head, and a claim. */
export const reopenLapsedUploads = ({ database, repositories }: Parts, context: ScheduledContext): Promise<void> =>
  inDueWorkspaces(
    database,
    lapsedDueIn,
    async (workspace) => {
      for (const { id, projectId } of await database.reading(workspace, lapsedUploads))
        await database.within(workspace, async (tx) => {
          await alignProject(repositories, tx, projectId)
          await reopenLapsed(tx, id)
        })
    },
    context,
  )
