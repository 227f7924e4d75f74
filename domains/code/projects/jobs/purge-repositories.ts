import { record } from '../../../../platform/audit/index.ts'
import { inDueWorkspaces, type ScheduledContext } from '../../../../platform/jobs/index.ts'
import { retention } from '../../../../platform/retention/index.ts'
import { detachedDueIn, markRepositoryPurged, purgeableRepositories } from '../store-deletion.ts'
import { removePacks } from '../store-packs.ts'
import { removeRefs } from '../store-refs.ts'
import type { PurgeParts } from './purge-projects.ts'

const keptDays = retention.detachedRepositories.days

/** Takes the packs of repositories away that were detached thirty days ago, whose objects go two days later; rows stay, since revisions name them. */
export const purgeRepositories = (parts: Omit<PurgeParts, 'everyDomain'>, context: ScheduledContext): Promise<void> =>
  inDueWorkspaces(parts.database, detachedDueIn(keptDays), (workspace) => purgeIn(parts, workspace), context)

const purgeIn = async ({ database }: Omit<PurgeParts, 'everyDomain'>, workspace: string) => {
  for (const { id, projectId } of await database.reading(workspace, (tx) => purgeableRepositories(tx, keptDays))) {
    await database.within(workspace, async (tx) => {
      await removeRefs(tx, id)
      await removePacks(tx, id)
      await markRepositoryPurged(tx, id)
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
