import { statement } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { setIntegration } from './store.ts'
import { cycleRepository, type CycleRow, type RunRepositoryRow } from './tables.ts'

const insert = statement<NewRunRepository, RunRepositoryRow>(
  'cycle.begin-in-repository',
  insertInto(
    cycleRepository,
    ['runId', 'repositoryId', 'cycleId', 'targetRef', 'baseSha'],
    { workspaceId: ':workspace', integrationSha: ':baseSha', createdAt: ':now' },
    'on conflict (run_id, repository_id) do nothing',
  ),
)
export interface NewRunRepository {
  readonly runId: string
  readonly repositoryId: string
  readonly cycleId: string
  /** Where the work of the run goes there. */
  readonly targetRef: string
  readonly baseSha: string
  readonly now: Date
}
/** A run begins to work in a repository beside the primary one. */
export const beginInRepository = (tx: Transaction, added: NewRunRepository) => insert(tx, added)

const ofRun = statement<{ runId: string }, RunRepositoryRow>(
  'cycle.repositories-of-run',
  `select ${cycleRepository.columns} from cycle_repository where run_id = :runId order by repository_id`,
)
/** The repositories beside the primary one in which a run works. */
export const repositoriesOfRun = (tx: Transaction, runId: string) => ofRun(tx, { runId })

const integrate = statement<{ runId: string; repositoryId: string; sha: string }>(
  'cycle.integrate-in-repository',
  'update cycle_repository set integration_sha = :sha where run_id = :runId and repository_id = :repositoryId',
)

/** Keeps what a run has merged in one of its repositories. */
export const setIntegrationIn = (
  tx: Transaction,
  cycle: Pick<CycleRow, 'id' | 'repositoryId'>,
  { runId, repositoryId, sha }: { readonly runId: string; readonly repositoryId: string; readonly sha: string },
) =>
  isOfRun(cycle, repositoryId)
    ? setIntegration(tx, cycle.id, runId, sha)
    : integrate(tx, { runId, repositoryId, sha })

/** Whether the row of the cycle says where its run stands in a repository. Rows of an earlier version name none. */
const isOfRun = (cycle: Pick<CycleRow, 'repositoryId'>, repositoryId: string | null): boolean =>
  cycle.repositoryId === null || repositoryId === null || cycle.repositoryId === repositoryId

export interface RunPlace {
  readonly baseSha: string
  readonly integrationSha: string
  /** Null in the primary repository, where the cycle's own target holds. */
  readonly targetRef: string | null
}

/** Where a run began in a repository, and where what it merged stands; undefined before it began there. */
export const findRunPlace = async (
  tx: Transaction,
  cycle: CycleRow,
  runId: string,
  repositoryId: string | null,
): Promise<RunPlace | undefined> => {
  const { baseSha, integrationSha } = cycle
  if (isOfRun(cycle, repositoryId)) return baseSha && integrationSha ? { baseSha, integrationSha, targetRef: null } : undefined
  return (await repositoriesOfRun(tx, runId)).find((row) => row.repositoryId === repositoryId)
}
