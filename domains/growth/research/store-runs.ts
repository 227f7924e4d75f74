import { statement } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { RunFailure } from './rules.ts'
import { growthRun, type GrowthRunRow } from './tables.ts'

const { columns } = growthRun

const find = statement<{ id: string }, GrowthRunRow>(
  'growth-run.find',
  `select ${columns} from growth_run where workspace_id = :workspace and id = :id`,
)
export const findGrowthRun = async (tx: Transaction, id: string) => (await find(tx, { id })).at(0)

const newest = statement<{ growthProjectId: string }, GrowthRunRow>(
  'growth-run.newest',
  `select ${columns} from growth_run where workspace_id = :workspace and growth_project_id = :growthProjectId
   order by created_at desc, id desc limit 1`,
)
export const newestGrowthRun = async (tx: Transaction, growthProjectId: string) =>
  (await newest(tx, { growthProjectId })).at(0)

interface NewGrowthRun {
  readonly id: string
  readonly growthProjectId: string
  readonly userId: string
  readonly now: Date
}
const insert = statement<NewGrowthRun, GrowthRunRow>(
  'growth-run.insert',
  insertInto(
    growthRun,
    ['id', 'growthProjectId'],
    { workspaceId: ':workspace', status: `'queued'`, startedBy: ':userId', createdAt: ':now' },
    `returning ${columns}`,
  ),
)
export const insertGrowthRun = async (tx: Transaction, run: NewGrowthRun) => (await insert(tx, run))[0]!

const setRun = statement<{ id: string; runId: string }>(
  'growth-run.set-run',
  'update growth_run set run_id = :runId where workspace_id = :workspace and id = :id',
)
export const saveRunOf = (tx: Transaction, id: string, runId: string) => setRun(tx, { id, runId })

const active = `status in ('queued', 'reading', 'writing')`
const move = statement<{ id: string; status: string }>(
  'growth-run.move',
  `update growth_run set status = :status where workspace_id = :workspace and id = :id and ${active}`,
)
export const moveGrowthRun = (tx: Transaction, id: string, status: 'reading' | 'writing') => move(tx, { id, status })

interface FinishedRun {
  readonly id: string
  readonly brainVersion: number
  readonly written: number
  readonly dropped: number
  readonly now: Date
}
const finish = statement<FinishedRun, GrowthRunRow>(
  'growth-run.finish',
  `update growth_run set status = 'finished', brain_version = :brainVersion, statements_written = :written,
     statements_dropped = :dropped, ended_at = :now, proposals_due = true
   where workspace_id = :workspace and id = :id and ${active} returning ${columns}`,
)
export const finishGrowthRun = async (tx: Transaction, run: FinishedRun) => (await finish(tx, run)).at(0)

interface FailedRun {
  readonly id: string
  readonly code: RunFailure
  readonly message: string
  readonly now: Date
}
const fail = statement<FailedRun, GrowthRunRow>(
  'growth-run.fail',
  `update growth_run set status = 'failed', failure_code = :code, failure_message = :message, ended_at = :now
   where workspace_id = :workspace and id = :id and ${active} returning ${columns}`,
)
export const failGrowthRun = async (tx: Transaction, run: FailedRun) => (await fail(tx, run)).at(0)

const due = statement<{ limit: number }, { workspaceId: string }>(
  'growth-run.proposals-due',
  'select distinct workspace_id as "workspaceId" from growth_run where proposals_due limit :limit',
)
/** Workspaces in which runs finished from which no plays were proposed yet. */
export const proposalsDueIn = async (tx: Transaction, limit: number) =>
  (await due(tx, { limit })).map(({ workspaceId }) => workspaceId)

const take = statement<{ limit: number }, GrowthRunRow>(
  'growth-run.take-for-proposals',
  `update growth_run set proposals_due = false where workspace_id = :workspace and id = any(array(select id from growth_run
     where workspace_id = :workspace and proposals_due order by ended_at limit :limit for update skip locked))
   returning ${columns}`,
)
/** Claims at most `limit` of these runs: each is returned once. */
export const takeRunsForProposals = (tx: Transaction, limit: number) => take(tx, { limit })
