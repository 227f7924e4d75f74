import { recordRefs, unreadRepositories, type RepositoryRef } from '../../domains/code/projects/index.ts'
import { headRevision } from '../../domains/code/revisions/index.ts'
import { undeliveredMoves } from '../../domains/delivery/cycles/index.ts'
import type { Repositories } from '../../execution/repositories/index.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'

interface RecordParts {
  readonly database: Database
  readonly repositories: Pick<Repositories, 'storedRefs'>
  readonly log: { error(details: object, message: string): void }
}

/**
 * Reads the branches and tags of repositories of earlier versions into rows, where nothing else counts from then on. One
 * transaction for each repository, so that a start that was killed is gone on with by the next one. A repository that is
 * missing or cannot be read is logged and tried again by the next start; the others go on.
 */
export const recordStoredRefs = async ({ database, repositories, log }: RecordParts): Promise<void> => {
  for (const { id, projectId, workspaceId } of await database.identity(unreadRepositories)) {
    const stored = await repositories.storedRefs(id).catch((err: unknown) => {
      log.error({ err, repository: id, project: projectId }, 'Could not read the branches of a repository')
      return 'unreadable' as const
    })
    if (stored === 'unreadable') continue
    if (stored === undefined || stored.length === 0)
      log.error({ repository: id, project: projectId }, 'A repository is missing, or has no branch')
    else
      await database.within(workspaceId, async (tx) =>
        recordRefs(tx, id, await recordedRefs(tx, { id, projectId }, stored)),
      )
  }
}

/** The rows count where git was moved and its process died before it recorded that. */
const recordedRefs = async (
  tx: Transaction,
  { id, projectId }: { readonly id: string; readonly projectId: string },
  stored: readonly RepositoryRef[],
): Promise<RepositoryRef[]> => {
  const refs = new Map(stored.map(({ name, sha }) => [name, sha]))
  for (const { name, from, to } of await undeliveredMoves(tx, id))
    if (name !== null && from !== null && refs.get(name) === to) refs.set(name, from)
  const head = await headRevision(tx, projectId)
  if (head?.repositoryId === id) refs.set(`refs/heads/${head.branch}`, head.commitSha)
  return [...refs].map(([name, sha]) => ({ name, sha }))
}
