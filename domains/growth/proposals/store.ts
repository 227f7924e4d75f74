import { pageOf, type Cursor } from '../../../platform/db/page.ts'
import { statement } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { ProposalFailure } from './rules.ts'
import { growthProposalRun, type ProposalRunRow } from './tables.ts'

const { columns } = growthProposalRun

const page = statement<Cursor & { growthProjectId: string; rows: number }, ProposalRunRow>(
  'growth-proposal-run.page',
  `select ${columns} from growth_proposal_run
   where workspace_id = :workspace and growth_project_id = :growthProjectId and (created_at, id) < (:at, :id)
   order by created_at desc, id desc limit :rows`,
)
export const proposalRunPage = async (tx: Transaction, growthProjectId: string, after: Cursor, limit: number) =>
  pageOf(await page(tx, { ...after, growthProjectId, rows: limit + 1 }), limit)

const find = statement<{ id: string }, ProposalRunRow>(
  'growth-proposal-run.find',
  `select ${columns} from growth_proposal_run where workspace_id = :workspace and id = :id`,
)
export const findProposalRun = async (tx: Transaction, id: string) => (await find(tx, { id })).at(0)

interface NewProposalRun {
  readonly id: string
  readonly growthProjectId: string
  readonly growthRunId: string
  readonly userId: string
  readonly now: Date
}
const insert = statement<NewProposalRun, ProposalRunRow>(
  'growth-proposal-run.insert',
  insertInto(
    growthProposalRun,
    ['id', 'growthProjectId', 'growthRunId'],
    { workspaceId: ':workspace', status: `'queued'`, startedBy: ':userId', createdAt: ':now' },
    `returning ${columns}`,
  ),
)
export const insertProposalRun = async (tx: Transaction, run: NewProposalRun) => (await insert(tx, run))[0]!

const setRun = statement<{ id: string; runId: string }>(
  'growth-proposal-run.set-run',
  'update growth_proposal_run set run_id = :runId where workspace_id = :workspace and id = :id',
)
export const saveProposalRunOf = (tx: Transaction, id: string, runId: string) => setRun(tx, { id, runId })

interface Finished {
  readonly id: string
  readonly proposed: number
  readonly dropped: number
  readonly now: Date
}
const finish = statement<Finished, ProposalRunRow>(
  'growth-proposal-run.finish',
  `update growth_proposal_run set status = 'finished', plays_proposed = :proposed, plays_dropped = :dropped, ended_at = :now
   where workspace_id = :workspace and id = :id and status = 'queued' returning ${columns}`,
)
/** Ends a run with its proposals; undefined if it has ended. */
export const finishProposalRun = async (tx: Transaction, run: Finished) => (await finish(tx, run)).at(0)

interface FailedRun {
  readonly id: string
  readonly code: ProposalFailure
  readonly message: string
  readonly now: Date
}
const fail = statement<FailedRun, ProposalRunRow>(
  'growth-proposal-run.fail',
  `update growth_proposal_run set status = 'failed', failure_code = :code, failure_message = :message, ended_at = :now
   where workspace_id = :workspace and id = :id and status = 'queued' returning ${columns}`,
)
/** Ends a run without plays; undefined if it has ended. */
export const failProposalRun = async (tx: Transaction, run: FailedRun) => (await fail(tx, run)).at(0)
