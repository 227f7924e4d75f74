import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { cycleRepository, type CycleRow, type RunRepositoryRow } from './tables.ts'

/** The repositories beside the primary one in which a run works. */
export const repositoriesOfRun = statement<{ runId: string }, RunRepositoryRow>(
  'cycle.repositories-of-run',
  `select ${cycleRepository.columns} from cycle_repository where run_id = :runId order by repository_id`,
)

/** True if the row of the cycle has the state of its run in a repository. Rows of an earlier version name none. */
export const isOfRun = (cycle: Pick<CycleRow, 'repositoryId'>, repositoryId: string | null): boolean =>
  cycle.repositoryId === null || repositoryId === null || cycle.repositoryId === repositoryId

interface RunPlace {
  readonly baseSha: string
  readonly integrationSha: string
  /** Null in the primary repository, which uses the cycle's own target. */
  readonly targetRef: string | null
}

/** The base of a run in a repository, and the head of its merges; undefined before it began there. */
export const findRunPlace = async (
  tx: Transaction,
  cycle: CycleRow,
  runId: string,
  repositoryId: string | null,
): Promise<RunPlace | undefined> => {
  const { baseSha, integrationSha } = cycle
  if (isOfRun(cycle, repositoryId))
    return baseSha && integrationSha ? { baseSha, integrationSha, targetRef: null } : undefined
  return (await repositoriesOfRun(tx, { runId })).find((row) => row.repositoryId === repositoryId)
}
