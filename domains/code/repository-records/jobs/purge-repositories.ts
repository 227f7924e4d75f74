import { record } from '../../../../platform/audit/index.ts'
import type { Database } from '../../../../platform/db/database.ts'
import { inDueWorkspaces, type ScheduledContext } from '../../../../platform/jobs/index.ts'
import { retention } from '../../../../platform/retention/index.ts'
import { detachedDueIn, markRepositoryPurged, purgeableRepositories } from '../store-attached.ts'
import { removeContent } from '../refs.ts'

interface Parts {
  readonly database: Database
}

const keptDays = retention.detachedRepositories.days

/**
 * Purges the packs of repositories that were detached thirty days ago, whose objects are deleted two days later; rows
 * stay, since revisions name them.
 */
export const purgeRepositories = (parts: Parts, context: ScheduledContext): Promise<void> =>
  inDueWorkspaces(parts.database, detachedDueIn(keptDays), (workspace) => purgeIn(parts, workspace), context)

const purgeIn = async ({ database }: Parts, workspace: string) => {
  for (const { id, projectId } of await database.reading(workspace, (tx) =>
    purgeableRepositories(tx, { days: keptDays }),
  )) {
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
