import type { Transaction } from '../../../platform/db/transaction.ts'
import { findRepository } from '../../code/repository-records/index.ts'
import type { CycleRow } from '../cycles/index.ts'

/** The faults of a body's field about the repository of a task; empty if the task can be done there. */
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
