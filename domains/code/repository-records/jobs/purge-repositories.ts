import { record } from '../../../../platform/audit/index.ts'
import type { Database } from '../../../../platform/db/database.ts'
import { inDueWorkspaces, type ScheduledContext } from '../../../../platform/jobs/index.ts'
import { retention } from '../../../../platform/retention/index.ts'
import { detachedDueIn, markRepositoryPurged, purgeableRepositories } from '../store-attached.ts'
import { removeContent } from '../refs.ts'

const keptDays = retention.detachedRepositories.days

/** Purges the packs of repositories that were detached thirty days ago; rows stay, since revisions name them. */
export const purgeRepositories = ({ database }: { readonly database: Database }, context: ScheduledContext) =>
  inDueWorkspaces(database, detachedDueIn(keptDays), (workspace) => purgeIn(database, workspace), context)

const purgeIn = async (database: Database, workspace: string) => {
  const purgeable = await database.reading(workspace, (tx) => purgeableRepositories(tx, { days: keptDays }))
  for (const { id, projectId } of purgeable) {
    await database.within(workspace, async (tx) => {
      await removeContent(tx, id)
      await markRepositoryPurged(tx, { id })
      record(tx, {
        action: 'repository.purge',
        category: 'delete',
        outcome: 'success',
        actor: { type: 'system', id: null },
        source: 'system',
        resource: ['repository', id],
        parent: ['project', projectId],
        details: { keptDays },
      })
    })
  }
}
