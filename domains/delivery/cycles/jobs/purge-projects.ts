import type { Repositories } from '../../../../execution/repositories/index.ts'
import { record } from '../../../../platform/audit/index.ts'
import type { Database } from '../../../../platform/db/database.ts'
import { retention } from '../../../../platform/retention/index.ts'
import type { ObjectStore } from '../../../../platform/storage/index.ts'
import { markPurged, purgeableProjects } from '../../../code/projects/index.ts'
import { removeSecrets } from '../../../code/secrets/index.ts'
import { removeTaskContent } from '../../tasks/index.ts'

const keptDays = retention.deletedProjects.days

interface PurgeParts {
  readonly database: Database
  readonly repositories: Repositories
  readonly objects: ObjectStore
}

/**
 * Removes the content of projects that were deleted thirty days ago: repository, stored objects, secrets, transcripts.
 * Rows that prove what happened stay: revisions, audit, events. The rows are marked last, so that a sweep that died
 * is done again.
 */
export const purgeProjects = async (
  { database, repositories, objects }: PurgeParts,
  workspace: string,
): Promise<void> => {
  for (const { id, repositoryId } of await database.reading(workspace, (tx) => purgeableProjects(tx, keptDays))) {
    if (repositoryId) await repositories.remove(repositoryId)
    for (const kind of ['setups', 'manifests']) await objects.removeUnder(`${kind}/${id}`)
    await database.within(workspace, async (tx) => {
      await removeSecrets(tx, id)
      await removeTaskContent(tx, id)
      await markPurged(tx, id)
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
