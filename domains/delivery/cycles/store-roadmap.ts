import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { inRoadmapOrder } from './joins.ts'

const inProject = 'workspace_id = :workspace and project_id = :projectId and deleted_at is null'

const lockNext = statement<{ projectId: string; rows: number }, { id: string }>(
  'cycle.lock-next',
  `select id from cycle where ${inProject} and status = 'draft' ${inRoadmapOrder} limit :rows for no key update`,
)
/** Locks the first drafts, so that no other run begins them. */
export const lockNextCycles = (tx: Transaction, projectId: string, rows: number) => lockNext(tx, { projectId, rows })

const order = statement<{ projectId: string; ids: readonly string[]; urgencies: readonly number[] }>(
  'cycle.order',
  `update cycle set urgency = wanted.urgency, roadmap_position = wanted.place - 1
   from unnest(:ids::uuid[], :urgencies::int[]) with ordinality as wanted (id, urgency, place)
   where cycle.id = wanted.id and cycle.workspace_id = :workspace and cycle.project_id = :projectId
     and cycle.deleted_at is null and cycle.status = 'draft'`,
)
interface RoadmapPosition {
  readonly cycleId: string
  readonly urgency: number
}
/** Gives drafts of the project their tier and place. */
export const orderCycles = (tx: Transaction, projectId: string, wanted: readonly RoadmapPosition[]) => {
  const ids = wanted.map(({ cycleId }) => cycleId)
  const urgencies = wanted.map(({ urgency }) => urgency)
  return order(tx, { projectId, ids, urgencies })
}

const drafts = statement<{ projectId: string; ids: readonly string[] }, { id: string }>(
  'cycle.drafts',
  `select id from cycle where ${inProject} and status = 'draft' and id = any(:ids) order by id for no key update`,
)
/** Which of these are drafts of the project; they stay so until the transaction ends. */
export const draftsAmong = async (tx: Transaction, projectId: string, ids: readonly string[]) =>
  new Set((await drafts(tx, { projectId, ids })).map(({ id }) => id))

const failureCode = statement<{ id: string }, { code: string | null }>(
  'cycle.failure-code',
  `select failure ->> 'code' as code from cycle where workspace_id = :workspace and id = :id`,
)
/** Why the newest run of a cycle failed, in a word; undefined if it did not. */
export const failureCodeOf = async (tx: Transaction, id: string) =>
  (await failureCode(tx, { id })).at(0)?.code ?? undefined

const sort = statement<{ cycleId: string; plain: number; urgency: number }, { id: string }>(
  'cycle.sort',
  `update cycle set urgency = :urgency
   where id = :cycleId and status = 'draft' and deleted_at is null and urgency = :plain and roadmap_position is null
   returning id`,
)
/** Gives a draft its tier; false unless it is a draft of the plain tier that no person has ordered. */
export const sortDraft = async (tx: Transaction, cycleId: string, plain: number, urgency: number): Promise<boolean> =>
  (await sort(tx, { cycleId, plain, urgency })).length > 0
