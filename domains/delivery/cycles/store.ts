import { countOf, countRows, pageOf, type Cursor, type RowCount } from '../../../platform/db/page.ts'
import { json, statement, type Json } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { waitsForSandbox } from '../../../platform/jobs/index.ts'
import { isLive, isShown } from '../../code/projects/index.ts'
import { hasTaskAtWork, taskCount, worstVerdict, type TaskFailure } from '../tasks/index.ts'
import type { VerdictOutcome } from '../tasks/rules.ts'
import {
  activeStatuses,
  cycleMoves,
  deletable,
  isActive,
  cycleStatuses,
  type CycleMove,
  type CycleStatus,
} from './rules.ts'
import { cycle, type CycleRow } from './tables.ts'

const live = `cycle.deleted_at is null and ${isLive('cycle.project_id')}`

const find = statement<{ id: string }, CycleRow>(
  'cycle.find',
  `select ${cycle.columns} from cycle where id = :id and ${live}`,
)
export const findCycle = async (tx: Transaction, id: string) => (await find(tx, { id })).at(0)

const lock = statement<{ id: string }, CycleRow>(
  'cycle.lock',
  `select ${cycle.columns} from cycle where id = :id and deleted_at is null for no key update`,
)
/** The cycle's row, held until the transaction ends as `lockProject` holds one; also of a project that is being deleted. */
export const lockCycle = async (tx: Transaction, id: string) => (await lock(tx, { id })).at(0)

const kind = statement<{ id: string }, { projectId: string }>(
  'cycle.kind',
  `select project_id as "projectId" from cycle where id = :id and ${live}`,
)
export const cycleKind = async (tx: Transaction, id: string) => (await kind(tx, { id })).at(0)

const insert = statement<NewCycle, CycleRow>(
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
export const createCycle = async (tx: Transaction, added: NewCycle): Promise<CycleRow> => {
  const [row] = await insert(tx, added)
  return row!
}

export type SummaryRow = CycleRow & { taskCount: number; verdict: VerdictOutcome | null; queued: boolean }
const atWork = activeStatuses.map((status) => `'${status}'`).join()
const listed = `cycle where workspace_id = :workspace and ${live} and ${isShown('cycle.project_id')}`
const summary = `select ${cycle.columns}, ${taskCount('cycle.id')} as "taskCount", ${worstVerdict('cycle.run_id')} as verdict,
     status in (${atWork}) and ${waitsForSandbox('cycle.workspace_id', 'cycle.run_id')} as queued
   from ${listed}`

type CyclePage = CycleFilter & Cursor & { readonly rows: number }
const byNewest = statement<CyclePage, SummaryRow>(
  'cycle.page',
  `${summary} and (created_at, id) < (:at, :id) order by created_at desc, id desc limit :rows`,
)
const countListed = statement<CycleFilter & { rows: number }, RowCount>('cycle.count-listed', countOf(listed))
const byUrgency = statement<CyclePage & { urgency: number }, SummaryRow>(
  'cycle.urgency-page',
  `${summary} and (urgency > :urgency or (urgency = :urgency and (created_at, id) < (:at, :id)))
   order by urgency, created_at desc, id desc limit :rows`,
)
interface CycleFilter {
  readonly projectId?: string | undefined
  readonly only?: readonly string[] | undefined
  readonly grantedTo?: string | undefined
}
export const cyclePage = async (tx: Transaction, after: Cursor, limit: number, filter: CycleFilter) => ({
  ...pageOf(await byNewest(tx, { ...after, ...filter, rows: limit + 1 }), limit),
  count: () => countRows(tx, countListed, filter),
})
/** The most urgent tier first; after the row of `after`, whose tier is `urgency`. */
export const urgentCyclePage = async (
  tx: Transaction,
  after: Cursor,
  urgency: number,
  limit: number,
  filter: CycleFilter,
) => ({
  ...pageOf(await byUrgency(tx, { ...after, ...filter, urgency, rows: limit + 1 }), limit),
  count: () => countRows(tx, countListed, filter),
})

const urgency = statement<{ id: string }, { urgency: number }>(
  'cycle.urgency',
  'select urgency from cycle where id = :id',
)
/** The tier of the row that ended a page; 0, before all tiers, if there is no such row. */
export const urgencyOf = async (tx: Transaction, id: string) => (await urgency(tx, { id })).at(0)?.urgency ?? 0

const update = statement<
  {
    id: string
    title: string | undefined
    description: string | undefined
    targetBranch: string | undefined
    now: Date
    busy: readonly CycleStatus[]
  },
  CycleRow
>(
  'cycle.update',
  `update cycle set title = coalesce(:title, title), description = coalesce(:description, description),
     target_branch = coalesce(:targetBranch, target_branch), updated_at = :now
   where id = :id and ${live} and ((:description::text is null and :targetBranch::text is null) or not status = any(:busy))
   returning ${cycle.columns}`,
)
const busy = cycleStatuses.filter(isActive)
interface CycleChange {
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly targetBranch?: string | undefined
}
/** Undefined while a run works with the fields of the change. */
export const updateCycleRow = async (tx: Transaction, id: string, change: CycleChange, now: Date) =>
  (
    await update(tx, {
      id,
      title: change.title,
      description: change.description,
      targetBranch: change.targetBranch,
      now,
      busy,
    })
  ).at(0)

const remove = statement<{ id: string; now: Date; userId: string; deletable: readonly CycleStatus[] }, CycleRow>(
  'cycle.delete',
  `update cycle set deleted_at = :now, deleted_by = :userId
   where id = :id and ${live} and status = any(:deletable) and not cycle_has_decision(id) returning ${cycle.columns}`,
)
export const deleteCycleRow = async (tx: Transaction, id: string, now: Date, userId: string) =>
  (await remove(tx, { id, now, userId, deletable })).at(0)

const move = statement<
  {
    id: string
    from: readonly CycleStatus[]
    to: CycleStatus
    now: Date
    failure: Json | null
  },
  CycleRow
>(
  'cycle.move',
  `update cycle set status = :to, status_changed_at = :now, updated_at = :now, failure = :failure
   where id = :id and status = any(:from) and deleted_at is null returning ${cycle.columns}`,
)
/** The row after the move, or undefined if its status does not allow it. */
export const moveCycleRow = async (tx: Transaction, id: string, name: CycleMove, now: Date, failure?: TaskFailure) => {
  const { from, to } = cycleMoves[name]
  return (await move(tx, { id, from, to, now, failure: failure ? json(failure) : null })).at(0)
}

// The repository of the run before stays until the plan of this one names its own: tasks that are carried over lie there.
const begin = statement<{ id: string; runId: string; number: number }, CycleRow>(
  'cycle.begin-run',
  `update cycle set run_id = :runId, run_number = :number, base_sha = null, integration_branch = null, integration_sha = null,
     merged_sha = null, run_started_by = null, run_has_desktop = false where id = :id returning ${cycle.columns}`,
)
export const beginRun = async (tx: Transaction, id: string, run: { readonly id: string; readonly number: number }) =>
  (await begin(tx, { id, runId: run.id, number: run.number })).at(0)

const startedBy = statement<{ runId: string; userId: string }>(
  'cycle.run-started-by',
  'update cycle set run_started_by = :userId where run_id = :runId',
)
/** Notes the person who began a run, or started the project whose run began it, and who is notified of its failure. */
export const noteStarter = (tx: Transaction, runId: string, userId: string) => startedBy(tx, { runId, userId })

const desktop = statement<{ runId: string }>(
  'cycle.run-has-desktop',
  'update cycle set run_has_desktop = true where run_id = :runId',
)
/** Gives the agents of a run that begins a desktop. */
export const noteDesktop = (tx: Transaction, runId: string) => desktop(tx, { runId })

interface RunPlan {
  readonly id: string
  readonly runId: string
  /** The primary repository of the project while the run is at work. */
  readonly repositoryId: string
  readonly baseSha: string
  readonly integrationBranch: string
}
const plan = statement<RunPlan>(
  'cycle.plan',
  `update cycle set repository_id = :repositoryId, base_sha = :baseSha, integration_branch = :integrationBranch,
     integration_sha = :baseSha where id = :id and run_id = :runId`,
)
/** Fixes where a run begins and into what it merges. */
export const planRun = (tx: Transaction, planned: RunPlan) => plan(tx, planned)

const integrate = statement<{ id: string; runId: string; sha: string }>(
  'cycle.integrate',
  'update cycle set integration_sha = :sha where id = :id and run_id = :runId',
)
export const advanceIntegration = (tx: Transaction, id: string, runId: string, sha: string) =>
  integrate(tx, { id, runId, sha })

const deliver = statement<{ id: string; runId: string; sha: string; revisionId: string | null }>(
  'cycle.deliver',
  'update cycle set merged_sha = :sha, revision_id = :revisionId where id = :id and run_id = :runId',
)
export const markDelivered = (tx: Transaction, id: string, runId: string, sha: string, revisionId: string | null) =>
  deliver(tx, { id, runId, sha, revisionId })

const activeIn = statement<{ projectId: string; busy: readonly CycleStatus[] }, { id: string; runId: string | null }>(
  'cycle.active-in-project',
  `select id, run_id as "runId" from cycle
   where project_id = :projectId and deleted_at is null and status = any(:busy) and run_id is not null for no key update`,
)
export const activeCycles = (tx: Transaction, projectId: string) => activeIn(tx, { projectId, busy })

const count = statement<
  { projectIds: readonly string[]; busy: readonly CycleStatus[] },
  { projectId: string; cycles: number; activeCycles: number }
>(
  'cycle.count',
  `select project_id as "projectId", count(*)::int as cycles,
     (count(*) filter (where status = any(:busy)))::int as "activeCycles"
   from cycle where project_id = any(:projectIds) and deleted_at is null group by project_id`,
)
const counted = ['planning', 'running', 'blocked', 'reviewing', 'stopping'] as const
export const countCycles = (tx: Transaction, projectIds: readonly string[]) => count(tx, { projectIds, busy: counted })

const changing = statement<{ projectId: string; busy: readonly CycleStatus[] }, { isChanging: boolean }>(
  'cycle.changing',
  `select exists (select from cycle where project_id = :projectId and deleted_at is null and status = any(:busy)
     and ${hasTaskAtWork('cycle.run_id')}) as "isChanging"`,
)
/** Whether a cycle of the project has a task at work. */
export const isChanging = async (tx: Transaction, projectId: string) =>
  (await changing(tx, { projectId, busy: counted }))[0]!.isChanging
