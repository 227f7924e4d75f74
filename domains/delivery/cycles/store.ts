import { countOf, countRows, pageOf, type Cursor, type RowCount } from '../../../platform/db/page.ts'
import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { waitsForSandbox } from '../../../platform/jobs/index.ts'
import { isLive, isShown } from '../../code/projects/index.ts'
import { hasTaskAtWork, taskCount, worstVerdict } from '../tasks/index.ts'
import type { VerdictOutcome } from '../tasks/rules.ts'
import { activeStatuses, type CycleStatus } from './rules.ts'
import { cycle, type CycleRow } from './tables.ts'

const live = `cycle.deleted_at is null and ${isLive('cycle.project_id')}`

const find = statement<{ id: string }, CycleRow>(
  'cycle.find',
  `select ${cycle.columns} from cycle where id = :id and ${live}`,
)
export const findCycle = async (tx: Transaction, id: string) => (await find(tx, { id })).at(0)

const kind = statement<{ id: string }, { projectId: string }>(
  'cycle.kind',
  `select project_id as "projectId" from cycle where id = :id and ${live}`,
)
export const cycleKind = async (tx: Transaction, id: string) => (await kind(tx, { id })).at(0)

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
/** True if a cycle of the project has a task at work. */
export const isChanging = async (tx: Transaction, projectId: string) =>
  (await changing(tx, { projectId, busy: counted }))[0]!.isChanging

const failureCode = statement<{ id: string }, { code: string | null }>(
  'cycle.failure-code',
  `select failure ->> 'code' as code from cycle where workspace_id = :workspace and id = :id`,
)
/** Why the newest run of a cycle failed, in a word; undefined if it did not. */
export const failureCodeOf = async (tx: Transaction, id: string) =>
  (await failureCode(tx, { id })).at(0)?.code ?? undefined
