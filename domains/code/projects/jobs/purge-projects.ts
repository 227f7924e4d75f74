import { record } from '../../../../platform/audit/index.ts'
import type { Database } from '../../../../platform/db/database.ts'
import { inDueWorkspaces, type ScheduledContext } from '../../../../platform/jobs/index.ts'
import { retention } from '../../../../platform/retention/index.ts'
import type { EveryDomain } from '../../../every-domain.ts'
import { removeContent } from '../../repository-records/index.ts'
import { markPurged, purgeableProjects, purgeDueIn } from '../store-deletion.ts'

const keptDays = retention.deletedProjects.days

export interface PurgeParts {
  readonly database: Database
  readonly everyDomain: EveryDomain
}

/**
 * Deletes each domain's rows of projects that were deleted thirty days ago; their objects are deleted two days later.
 * Rows that prove what happened stay: revisions, audit, events.
 */
export const purgeProjects = (parts: PurgeParts, context: ScheduledContext): Promise<void> =>
  inDueWorkspaces(parts.database, purgeDueIn(keptDays), (workspace) => purgeIn(parts, workspace), context)

const purgeIn = async ({ database, everyDomain }: PurgeParts, workspace: string) => {
  const purgeable = await database.reading(workspace, (tx) => purgeableProjects(tx, { days: keptDays }))
  for (const { id, repositoryIds } of purgeable) {
    await database.within(workspace, async (tx) => {
      for (const repositoryId of repositoryIds) await removeContent(tx, repositoryId)
      await everyDomain.purgeProject(tx, id)
      await markPurged(tx, { id })
      record(tx, {
        action: 'project.purge',
        category: 'delete',
        outcome: 'success',
        actor: { type: 'system', id: null },
        source: 'system',
        resource: ['project', id],
        details: { keptDays },
      })
    })
  }
}
