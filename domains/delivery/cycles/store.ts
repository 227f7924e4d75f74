import { pageOf, type Cursor } from '../../../platform/db/page.ts'
import { statement, type Transaction } from '../../../platform/db/transaction.ts'
import type { TaskFailure } from '../tasks/index.ts'
import { cycleMoves, deletable, isActive, cycleStatuses, type CycleMove } from './rules.ts'
import { cycle, type CycleRow } from './tables.ts'

const live =
  'cycle.deleted_at is null and exists (select from project p where p.id = cycle.project_id and p.deleted_at is null)'

const find = statement<CycleRow>('cycle.find', `select ${cycle.columns} from cycle where id = $1 and ${live}`)
export const findCycle = async (tx: Transaction, id: string) => (await find(tx, [id])).at(0)

const lock = statement<CycleRow>(
  'cycle.lock',
  `select ${cycle.columns} from cycle where id = $1 and deleted_at is null for update`,
)
/** The cycle's row, held until the transaction ends; also of a project that is being deleted. */
export const lockCycle = async (tx: Transaction, id: string) => (await lock(tx, [id])).at(0)

const kind = statement<{ projectId: string }>(
  'cycle.kind',
  `select project_id as "projectId" from cycle where id = $1 and ${live}`,
)
export const cycleKind = async (tx: Transaction, id: string) => (await kind(tx, [id])).at(0)

const insert = statement<CycleRow>(
  'cycle.insert',
  `insert into cycle (id, workspace_id, project_id, title, description, target_branch, status, status_changed_at,
     created_at, created_by, updated_at)
   values ($1, $2, $3, $4, $5, $6, 'draft', $7, $7, $8, $7) returning ${cycle.columns}`,
)
export interface NewCycle {
  readonly id: string
  readonly projectId: string
  readonly title: string
  readonly description: string
  readonly targetBranch?: string | undefined
  readonly createdBy: string
  readonly now: Date
}
export const insertCycle = async (tx: Transaction, added: NewCycle): Promise<CycleRow> => {
  const { id, projectId, title, description, targetBranch = null, createdBy, now } = added
  const [row] = await insert(tx, [id, tx.workspace, projectId, title, description, targetBranch, now, createdBy])
  return row!
}

export type SummaryRow = CycleRow & { taskCount: number }
const summary = `select ${cycle.columns}, (select count(*)::int from task t where t.cycle_id = cycle.id) as "taskCount"
   from cycle
   where workspace_id = $1 and ${live} and ($5::uuid is null or project_id = $5)
     and ($6::uuid[] is null or project_id = any($6))
     and ($7::uuid is null or exists (select from project_grant g where g.project_id = cycle.project_id and g.user_id = $7))`

const byNewest = statement<SummaryRow>(
  'cycle.page',
  `${summary} and (created_at, id) < ($2, $3) order by created_at desc, id desc limit $4`,
)
const byUrgency = statement<SummaryRow>(
  'cycle.urgency-page',
  `${summary} and (urgency > $8 or (urgency = $8 and (created_at, id) < ($2, $3)))
   order by urgency, created_at desc, id desc limit $4`,
)
export interface CycleFilter {
  readonly projectId?: string | undefined
  readonly only?: readonly string[] | undefined
  readonly grantedTo?: string | undefined
}
const pageValues = (tx: Transaction, after: Cursor, limit: number, filter: CycleFilter) => {
  const { projectId = null, only = null, grantedTo = null } = filter
  return [tx.workspace, after.at, after.id, limit + 1, projectId, only, grantedTo]
}
export const cyclePage = async (tx: Transaction, after: Cursor, limit: number, filter: CycleFilter) =>
  pageOf(await byNewest(tx, pageValues(tx, after, limit, filter)), limit)
/** The most urgent tier first; after the row of `after`, whose tier is `urgency`. */
export const urgentCyclePage = async (
  tx: Transaction,
  after: Cursor,
  urgency: number,
  limit: number,
  filter: CycleFilter,
) => pageOf(await byUrgency(tx, [...pageValues(tx, after, limit, filter), urgency]), limit)

const urgency = statement<{ urgency: number }>('cycle.urgency', 'select urgency from cycle where id = $1')
/** The tier of a row that a page ended with; 0, before all tiers, where there is no such row. */
export const urgencyOf = async (tx: Transaction, id: string) => (await urgency(tx, [id])).at(0)?.urgency ?? 0

const update = statement<CycleRow>(
  'cycle.update',
  `update cycle set title = coalesce($2, title), description = coalesce($3, description),
     target_branch = coalesce($4, target_branch), updated_at = $5
   where id = $1 and ${live} and (($3::text is null and $4::text is null) or not status = any($6))
   returning ${cycle.columns}`,
)
const busy = cycleStatuses.filter(isActive)
export interface CycleChange {
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly targetBranch?: string | undefined
}
/** Undefined while a run works with what would change. */
export const updateCycleRow = async (tx: Transaction, id: string, change: CycleChange, now: Date) =>
  (await update(tx, [id, change.title, change.description, change.targetBranch, now, busy])).at(0)

const remove = statement<CycleRow>(
  'cycle.delete',
  `update cycle set deleted_at = $2, deleted_by = $3 where id = $1 and ${live} and status = any($4) returning ${cycle.columns}`,
)
export const deleteCycleRow = async (tx: Transaction, id: string, now: Date, userId: string) =>
  (await remove(tx, [id, now, userId, deletable])).at(0)

const move = statement<CycleRow>(
  'cycle.move',
  `update cycle set status = $3, status_changed_at = $4, updated_at = $4, failure = $5
   where id = $1 and status = any($2) and deleted_at is null returning ${cycle.columns}`,
)
/** The row after the move, or undefined where its status does not allow it. */
export const moveCycleRow = async (tx: Transaction, id: string, name: CycleMove, now: Date, failure?: TaskFailure) => {
  const { from, to } = cycleMoves[name]
  return (await move(tx, [id, from, to, now, failure ? JSON.stringify(failure) : null])).at(0)
}

const begin = statement<CycleRow>(
  'cycle.begin-run',
  `update cycle set run_id = $2, run_number = $3, base_sha = null, integration_branch = null, integration_sha = null,
     merged_sha = null where id = $1 returning ${cycle.columns}`,
)
export const beginRun = async (tx: Transaction, id: string, run: { readonly id: string; readonly number: number }) =>
  (await begin(tx, [id, run.id, run.number])).at(0)

const plan = statement(
  'cycle.plan',
  `update cycle set base_sha = $3, integration_branch = $4, integration_sha = $3 where id = $1 and run_id = $2`,
)
export const planRun = (tx: Transaction, id: string, runId: string, baseSha: string, integrationBranch: string) =>
  plan(tx, [id, runId, baseSha, integrationBranch])

const integrate = statement('cycle.integrate', 'update cycle set integration_sha = $3 where id = $1 and run_id = $2')
export const setIntegration = (tx: Transaction, id: string, runId: string, sha: string) =>
  integrate(tx, [id, runId, sha])

const deliver = statement(
  'cycle.deliver',
  'update cycle set merged_sha = $3, revision_id = $4 where id = $1 and run_id = $2',
)
export const setDelivered = (tx: Transaction, id: string, runId: string, sha: string, revisionId: string | null) =>
  deliver(tx, [id, runId, sha, revisionId])

const activeIn = statement<{ id: string; runId: string }>(
  'cycle.active-in-project',
  `select id, run_id as "runId" from cycle
   where project_id = $1 and deleted_at is null and status = any($2) and run_id is not null for update`,
)
export const activeCycles = (tx: Transaction, projectId: string) => activeIn(tx, [projectId, busy])
