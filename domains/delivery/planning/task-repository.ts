import type { Transaction } from '../../../platform/db/transaction.ts'
import { findRepository } from '../../code/projects/index.ts'
import type { CycleRow } from '../cycles/index.ts'

/** What a field of the body says of the repository of a task; none where it can be done there. */
export const repositoryFaults = async (
  tx: Transaction,
  projectId: string,
  id: string | undefined,
  run?: Pick<CycleRow, 'repositoryId'>,
) => {
  if (id === undefined) return []
  const repository = await findRepository(tx, { projectId, id })
  if (!repository) return [fault('names no repository of this project')]
  if (repository.host !== 'native-repos')
    return [fault('names a repository of a code host, in which no task can be done. Import it instead')]
  // Where a run of an earlier version works is not recorded.
  return run?.repositoryId === null ? [fault('cannot be told in this run, which an earlier version began')] : []
}

const fault = (message: string) => ({ path: 'repositoryId', message, rule: 'repository' })
