import type { Repositories } from '../../../execution/repositories/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { lockProject } from '../projects/index.ts'
import { headRevision } from './store.ts'
import type { RevisionRow } from './tables.ts'

type Refs = Pick<Repositories, 'readRef' | 'moveRef'>

/**
 * Brings the branch of a head to its commit, where a crash between moving the ref and the commit left it elsewhere: the
 * row is the truth. The caller holds the project's row, under which alone the branch moves. True where it moved.
 */
export const alignBranch = async (repositories: Refs, head: RevisionRow): Promise<boolean> => {
  const name = `refs/heads/${head.branch}`
  const from = await repositories.readRef(head.repositoryId, name)
  const to = head.commitSha
  return from !== to && (await repositories.moveRef(head.repositoryId, name, { from, to })) === 'moved'
}

/** The same for the head of a project, whose row is held until the transaction ends. */
export const alignProject = async (repositories: Refs, tx: Transaction, projectId: string): Promise<void> => {
  const project = await lockProject(tx, projectId)
  const head = project && (await headRevision(tx, projectId))
  if (head) await alignBranch(repositories, head)
}
