import { statement } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { advanceIntegration } from './store.ts'
import { cycleRepository, type CycleRow, type RunRepositoryRow } from './tables.ts'

const insert = statement<NewRunRepository>(
  'cycle.begin-in-repository',
  insertInto(
    cycleRepository,
    ['runId', 'repositoryId', 'cycleId', 'targetRef', 'baseSha'],
    { workspaceId: ':workspace', integrationSha: ':baseSha', createdAt: ':now' },
    'on conflict (run_id, repository_id) do nothing',
  ),
)
interface NewRunRepository {
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
export const advanceIntegrationIn = (
  tx: Transaction,
  cycle: Pick<CycleRow, 'id' | 'repositoryId'>,
  { runId, repositoryId, sha }: { readonly runId: string; readonly repositoryId: string; readonly sha: string },
) =>
  isOfRun(cycle, repositoryId)
    ? advanceIntegration(tx, cycle.id, runId, sha)
    : integrate(tx, { runId, repositoryId, sha })

/** Whether the row of the cycle has the state of its run in a repository. Rows of an earlier version name none. */
const isOfRun = (cycle: Pick<CycleRow, 'repositoryId'>, repositoryId: string | null): boolean =>
  cycle.repositoryId === null || repositoryId === null || cycle.repositoryId === repositoryId

interface RunPlace {
  readonly baseSha: string
  readonly integrationSha: string
  /** Null in the primary repository, where the cycle's own target holds. */
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
  return (await repositoriesOfRun(tx, runId)).find((row) => row.repositoryId === repositoryId)
}

const intend = statement<{ runId: string; repositoryId: string; from: string | null; to: string | null }>(
  'cycle.intend-in-repository',
  `update cycle_repository set from_sha = :from, to_sha = :to
   where run_id = :runId and repository_id = :repositoryId and delivered_at is null`,
)
export interface RefMove {
  readonly from: string
  readonly to: string
}
/** Records the planned move of the target in a repository beside the primary one; undefined if nothing changed. */
export const recordIntendedMove = (tx: Transaction, runId: string, repositoryId: string, move: RefMove | undefined) =>
  intend(tx, { runId, repositoryId, from: move?.from ?? null, to: move?.to ?? null })

/** The moved refs: a row without a move has no time of delivery. */
export interface DeliveredRef {
  readonly repositoryId: string
  readonly targetRef: string
  readonly from: string | null
  readonly to: string | null
}
const deliver = statement<{ runId: string; now: Date }, DeliveredRef>(
  'cycle.deliver-in-repositories',
  `update cycle_repository set delivered_at = :now where run_id = :runId and to_sha is not null
   returning repository_id as "repositoryId", target_ref as "targetRef", from_sha as "from", to_sha as "to"`,
)
/** All that a delivery was to move beside the primary repository has moved; gives what did. */
export const markDeliveredBeside = (tx: Transaction, runId: string, now: Date) => deliver(tx, { runId, now })

const undelivered = statement<
  { repositoryId: string },
  { name: string | null; from: string | null; to: string | null }
>(
  'cycle.undelivered-moves',
  `select target_ref as name, from_sha as "from", to_sha as "to" from cycle_repository
   where repository_id = :repositoryId and to_sha is not null and delivered_at is null
     and not exists (select from cycle_repository other where other.repository_id = :repositoryId
       and other.target_ref = cycle_repository.target_ref and other.to_sha = cycle_repository.to_sha
       and other.delivered_at is not null)
   union all select 'refs/heads/' || target_branch, target_from_sha, target_to_sha from cycle
   where repository_id = :repositoryId and target_to_sha is not null and merged_sha is null`,
)
/** Deliveries that an earlier version prepared and did not record: it may have moved the branch in git already. */
export const undeliveredMoves = (tx: Transaction, repositoryId: string) => undelivered(tx, { repositoryId })
