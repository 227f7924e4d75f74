import { branchesAndTags, recordRefs, type RepositoryRef } from '../../domains/code/repository-records/index.ts'
import { repositoriesOfEarlierVersions, type EarlierRepository } from '../../domains/code/projects/index.ts'
import { headRevision } from '../../domains/code/revisions/index.ts'
import { undeliveredMoves } from '../../domains/delivery/cycles/index.ts'
import type { EarlierRepositories } from '../../execution/repositories/index.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'

interface TakeOverParts {
  readonly database: Database
  readonly earlier: EarlierRepositories
  readonly log: { error(details: object, message: string): void }
}

/**
 * Takes over the repositories of earlier versions: their branches and tags into rows, their objects into the object
 * store. Nothing is removed before each of them was read back from there, and the next start resumes where this one is
 * killed. One that is missing or damaged is logged, stays as it is and is tried again by each start; the others go on.
 * Folders without a row stay as well.
 */
export const takeOverRepositories = async ({ database, earlier, log }: TakeOverParts): Promise<void> => {
  const here = new Set(await earlier.list())
  const known = await database.identity((tx) => repositoriesOfEarlierVersions(tx, [...here]))
  const stored: string[] = []
  for (const repository of known) {
    const { id, projectId } = repository
    try {
      if (!here.has(id)) throw new Error('The repository is missing')
      await takeOver({ database, earlier }, repository)
      stored.push(id)
    } catch (error) {
      const about = { err: error, repository: id, project: projectId }
      log.error(about, 'Could not take over a repository of an earlier version')
    }
  }
  if (known.some(({ id }) => here.has(id) && !stored.includes(id))) return
  for (const id of stored) await earlier.remove(id)
}

const takeOver = async ({ database, earlier }: Omit<TakeOverParts, 'log'>, repository: EarlierRepository) => {
  const { id, workspaceId, hasRefs, hasPacks } = repository
  if (!hasRefs) {
    const refs = (await earlier.refs(id)) ?? []
    if (refs.length === 0) throw new Error('The repository has no branch')
    await database.within(workspaceId, async (tx) => recordRefs(tx, id, await recordedRefs(tx, repository, refs)))
  }
  if (!hasPacks || !(await earlier.isStored(id))) await earlier.store(id)
  const named = await database.reading(workspaceId, (tx) => branchesAndTags(tx, id))
  if (!(await earlier.isStored(id, named)))
    throw new Error(
      'The repository was not read back whole from the object store, or lacks a branch that its rows name',
    )
}

/** The rows count where git was moved and its process died before it recorded that. */
const recordedRefs = async (
  tx: Transaction,
  { id, projectId }: EarlierRepository,
  stored: readonly RepositoryRef[],
): Promise<RepositoryRef[]> => {
  const refs = new Map(stored.map(({ name, sha }) => [name, sha]))
  for (const { name, from, to } of await undeliveredMoves(tx, id))
    if (name !== null && from !== null && refs.get(name) === to) refs.set(name, from)
  const head = await headRevision(tx, projectId)
  if (head?.repositoryId === id) refs.set(`refs/heads/${head.branch}`, head.commitSha)
  return [...refs].map(([name, sha]) => ({ name, sha }))
}
