import { countOf, countRows, pageOf, type Cursor, type RowCount } from '../../../platform/db/page.ts'
import { oneRowStatement, rowStatement, statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { waitsForSandbox } from '../../../platform/jobs/index.ts'
import { isLive, isShown, projectName } from '../../code/projects/index.ts'
import { hasTaskAtWork, taskCount, worstVerdict } from '../tasks/index.ts'
import type { VerdictOutcome } from '../tasks/rules.ts'
import { activeStatuses, busyStatuses, type CycleStatus } from './rules.ts'
import { cycle, type CycleRow } from './tables.ts'
import { isLiveCycle } from './joins.ts'
import type { NamedWork, FoundText, HandleOwner, ShownProjects } from '../../domain.ts'

const live = `cycle.deleted_at is null and ${isLive('cycle.project_id')}`

const find = rowStatement<{ id: string }, CycleRow>(
  'cycle.find',
  `select ${cycle.columns} from cycle where id = :id and ${live}`,
)
export const findCycle = (tx: Transaction, id: string) => find(tx, { id })

const kind = rowStatement<{ id: string }, { projectId: string }>(
  'cycle.kind',
  `select project_id as "projectId" from cycle where id = :id and ${live}`,
)
export const cycleKind = (tx: Transaction, id: string) => kind(tx, { id })

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
/** A page of cycles, the newest first; with the tier `urgency` of the row before it, the most urgent tier first. */
export const cyclePage = async (
  tx: Transaction,
  { urgency, ...after }: Cursor & { readonly urgency?: number | undefined },
  limit: number,
  filter: CycleFilter,
) => {
  const params = { ...after, ...filter, rows: limit + 1 }
  const rows = urgency === undefined ? await byNewest(tx, params) : await byUrgency(tx, { ...params, urgency })
  return { ...pageOf(rows, limit), count: () => countRows(tx, countListed, filter) }
}

const urgencyOfRow = rowStatement<{ id: string }, { urgency: number }>(
  'cycle.urgency',
  'select urgency from cycle where id = :id',
)
/** The tier of the row that ended a page; 0, before all tiers, if there is no such row. */
export const urgencyOf = async (tx: Transaction, id: string) => (await urgencyOfRow(tx, { id }))?.urgency ?? 0

const count = statement<
  { projectIds: readonly string[]; busy: readonly CycleStatus[] },
  { projectId: string; cycles: number; activeCycles: number }
>(
  'cycle.count',
  `select project_id as "projectId", count(*)::int as cycles,
     (count(*) filter (where status = any(:busy)))::int as "activeCycles"
   from cycle where project_id = any(:projectIds) and deleted_at is null group by project_id`,
)
export const countCycles = (tx: Transaction, projectIds: readonly string[]) =>
  count(tx, { projectIds, busy: busyStatuses })

const changing = oneRowStatement<{ projectId: string; busy: readonly CycleStatus[] }, { isChanging: boolean }>(
  'cycle.changing',
  `select exists (select from cycle where project_id = :projectId and deleted_at is null and status = any(:busy)
     and ${hasTaskAtWork('cycle.run_id')}) as "isChanging"`,
)
/** True if a cycle of the project has a task at work. */
export const isChanging = async (tx: Transaction, projectId: string) =>
  (await changing(tx, { projectId, busy: busyStatuses })).isChanging

const failureCode = rowStatement<{ id: string }, { code: string | null }>(
  'cycle.failure-code',
  `select failure ->> 'code' as code from cycle where workspace_id = :workspace and id = :id`,
)
/** Why the newest run of a cycle failed, in a word; undefined if it did not. */
export const failureCodeOf = async (tx: Transaction, id: string) => (await failureCode(tx, { id }))?.code ?? undefined

export interface CycleSource extends Pick<CycleRow, 'id' | 'projectId' | 'title' | 'runId'> {
  /** The commits that its newest run delivered, by repository; the primary one first. */
  readonly commits: string[]
}

/** The existing ones of these cycles, with their deliveries: the source of billables. */
export const cycleSources = statement<{ ids: readonly string[] }, CycleSource>(
  'cycle.behind',
  `select cycle.id, cycle.project_id as "projectId", cycle.title, cycle.run_id as "runId",
     array_remove(cycle.merged_sha || array(
       select r.to_sha from cycle_repository r
       where r.run_id = cycle.run_id and r.delivered_at is not null order by r.repository_id), null) as commits
   from cycle where cycle.workspace_id = :workspace and cycle.id = any(:ids) and ${isLiveCycle('cycle.id')}
   order by cycle.id`,
)

export const namesOfCycles = statement<{ ids: readonly string[] }, NamedWork>(
  'cycle.names',
  `select id, title, handle, project_id as "projectId", id as "cycleId" from cycle
   where workspace_id = :workspace and id = any(:ids) and deleted_at is null and ${isLive('project_id')}`,
)

type CycleProposal = Pick<CycleRow, 'title' | 'createdBy'>
const proposals = statement<{ ids: readonly string[] }, CycleProposal & { id: string }>(
  'cycle.proposals',
  'select id, title, created_by as "createdBy" from cycle where id = any(:ids) and deleted_at is null',
)
/** Titles of those cycles that are not deleted, and the people who proposed them. */
export const proposalsOfCycles = async (tx: Transaction, ids: readonly string[]) =>
  new Map<string, CycleProposal>((await proposals(tx, { ids })).map((row) => [row.id, row]))

const texts = statement<{ ids: readonly string[] }, FoundText>(
  'cycle.texts',
  `select id, id as "cycleId", null::uuid as "taskId", title, handle, description as body from cycle
   where id = any(:ids) and deleted_at is null`,
)
/** The texts of these cycles in a search, without deleted ones. */
export const textsOfCycles = (tx: Transaction, ids: readonly string[]) => texts(tx, { ids })

const byHandle = rowStatement<ShownProjects & { handle: string }, HandleOwner>(
  'cycle.by-handle',
  `select id, project_id as "projectId", ${projectName('cycle.project_id')} as "projectName" from cycle
   where workspace_id = :workspace and handle = :handle and cycle.deleted_at is null and ${isLive('cycle.project_id')}
     and ${isShown('cycle.project_id')}`,
)
/** The cycle with a handle, if it exists and is shown. */
export const findCycleByHandle = (tx: Transaction, handle: string, shown: ShownProjects) =>
  byHandle(tx, { ...shown, handle })

export type ActiveCycle = Pick<CycleRow, 'id' | 'title' | 'status' | 'statusChangedAt'>

const begun = statement<{ projectId: string; active: readonly CycleStatus[]; limit: number }, ActiveCycle>(
  'cycle.begun',
  `select id, title, status, status_changed_at as "statusChangedAt" from cycle
   where project_id = :projectId and deleted_at is null and status = any(:active) order by created_at, id limit :limit`,
)
/** The cycles of a project that have been begun and not ended, the oldest first. */
export const activeCyclesOf = (tx: Transaction, projectId: string, limit: number) =>
  begun(tx, { projectId, active: busyStatuses, limit })

const proposed = statement<{ ids: readonly string[] }, { id: string; createdAt: Date }>(
  'cycle.proposed-at',
  'select id, created_at as "createdAt" from cycle where id = any(:ids)',
)
/** The times at which cycles were proposed. */
export const proposedAt = async (tx: Transaction, ids: readonly string[]): Promise<ReadonlyMap<string, Date>> =>
  new Map((await proposed(tx, { ids })).map(({ id, createdAt }) => [id, createdAt]))
