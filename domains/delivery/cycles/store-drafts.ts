import { matchStatement, oneRowStatement, rowStatement, statement } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { isLive } from '../../code/projects/index.ts'
import { busyStatuses, deletable, type CycleStatus } from './rules.ts'
import { cycle, type CycleRow } from './tables.ts'

// The changes of cycles by people: proposals, the roadmap and reverts.

const live = `cycle.deleted_at is null and ${isLive('cycle.project_id')}`

export interface NewCycle {
  readonly id: string
  readonly projectId: string
  readonly title: string
  readonly description: string
  readonly targetBranch?: string | undefined
  /** The cycle whose delivery it undoes. */
  readonly revertsCycleId?: string | undefined
  /** The earlier revision that it brings the project back to, and the newest one when it was proposed. */
  readonly restoresRevisionId?: string | undefined
  readonly restoresFromRevisionId?: string | undefined
  /** The delivered task whose examiner wrote the tests that it adds. */
  readonly keepsTestsOfTaskId?: string | undefined
  /** The page of the issue that it was made of. */
  readonly trackerUrl?: string | undefined
  readonly createdBy: string
  readonly now: Date
}
export const insertCycle = oneRowStatement<NewCycle, CycleRow>(
  'cycle.insert',
  insertInto(
    cycle,
    [
      'id',
      'projectId',
      'title',
      'description',
      'targetBranch',
      'revertsCycleId',
      'restoresRevisionId',
      'restoresFromRevisionId',
      'keepsTestsOfTaskId',
      'trackerUrl',
      'createdBy',
    ],
    { workspaceId: ':workspace', status: "'draft'", statusChangedAt: ':now', createdAt: ':now', updatedAt: ':now' },
    `returning ${cycle.columns}`,
  ),
)

interface CycleChange {
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly targetBranch?: string | undefined
}
const update = rowStatement<CycleChange & { id: string; now: Date; busy: readonly CycleStatus[] }, CycleRow>(
  'cycle.update',
  `update cycle set title = coalesce(:title, title), description = coalesce(:description, description),
     target_branch = coalesce(:targetBranch, target_branch), updated_at = :now
   where id = :id and ${live} and ((:description::text is null and :targetBranch::text is null) or not status = any(:busy))
   returning ${cycle.columns}`,
)
/** Updates a cycle; undefined while a run works with the fields of the change. */
export const updateCycleRow = (tx: Transaction, id: string, change: CycleChange, now: Date) =>
  update(tx, { ...change, id, now, busy: busyStatuses })

const remove = rowStatement<{ id: string; now: Date; userId: string; deletable: readonly CycleStatus[] }, CycleRow>(
  'cycle.delete',
  `update cycle set deleted_at = :now, deleted_by = :userId
   where id = :id and ${live} and status = any(:deletable) and not cycle_has_decision(id) returning ${cycle.columns}`,
)
export const deleteCycleRow = (tx: Transaction, id: string, now: Date, userId: string) =>
  remove(tx, { id, now, userId, deletable })

export const order = statement<{ projectId: string; ids: readonly string[]; urgencies: readonly number[] }>(
  'cycle.order',
  `update cycle set urgency = wanted.urgency, roadmap_position = wanted.place - 1
   from unnest(:ids::uuid[], :urgencies::int[]) with ordinality as wanted (id, urgency, place)
   where cycle.id = wanted.id and cycle.workspace_id = :workspace and cycle.project_id = :projectId
     and cycle.deleted_at is null and cycle.status = 'draft'`,
)

export const sort = matchStatement<{ cycleId: string; plain: number; urgency: number }, { id: string }>(
  'cycle.sort',
  `update cycle set urgency = :urgency
   where id = :cycleId and status = 'draft' and deleted_at is null and urgency = :plain and roadmap_position is null
   returning id`,
)

export const setReverted = rowStatement<{ id: string; by: string; now: Date }, CycleRow>(
  'cycle.mark-reverted',
  `update cycle set reverted_by_cycle_id = :by, updated_at = :now
   where id = :id and status = 'completed' and merged_sha is not null and reverted_by_cycle_id is null
     and deleted_at is null returning ${cycle.columns}`,
)

/** Nothing undoes the other cycle any more: its revert is deleted. */
export const releaseReverted = statement<{ by: string; now: Date }>(
  'cycle.release-reverted',
  'update cycle set reverted_by_cycle_id = null, updated_at = :now where reverted_by_cycle_id = :by',
)
