import { rowStatement, statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { inRoadmapOrder } from './joins.ts'
import { cycleStatuses, isActive, type CycleStatus } from './rules.ts'
import { cycle, type CycleRow } from './tables.ts'

const inProject = 'workspace_id = :workspace and project_id = :projectId and deleted_at is null'

const lockOne = rowStatement<{ id: string }, CycleRow>(
  'cycle.lock',
  `select ${cycle.columns} from cycle where id = :id and deleted_at is null for no key update`,
)
/** Locks a cycle's row as `lockProject` does, until the transaction ends; also in a project that is being deleted. */
export const lockCycle = (tx: Transaction, id: string) => lockOne(tx, { id })

const lockActive = statement<{ projectId: string; busy: readonly CycleStatus[] }, { id: string; runId: string | null }>(
  'cycle.active-in-project',
  `select id, run_id as "runId" from cycle
   where project_id = :projectId and deleted_at is null and status = any(:busy) and run_id is not null for no key update`,
)

/** Locks the cycles of a project that a run works on. */
export const activeCycles = (tx: Transaction, projectId: string) =>
  lockActive(tx, { projectId, busy: cycleStatuses.filter(isActive) })

/** Locks the first drafts, so that no other run begins them. */
export const lockNextCycles = statement<{ projectId: string; rows: number }, { id: string }>(
  'cycle.lock-next',
  `select id from cycle where ${inProject} and status = 'draft' ${inRoadmapOrder} limit :rows for no key update`,
)

const lockDrafts = statement<{ projectId: string; ids: readonly string[] }, { id: string }>(
  'cycle.drafts',
  `select id from cycle where ${inProject} and status = 'draft' and id = any(:ids) order by id for no key update`,
)
/** Locks the drafts of the project among these until the transaction ends. */
export const draftsAmong = async (tx: Transaction, projectId: string, ids: readonly string[]) =>
  new Set((await lockDrafts(tx, { projectId, ids })).map(({ id }) => id))
