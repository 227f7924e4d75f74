import { pageOf, type Cursor } from '../../../platform/db/page.ts'
import { oneRowStatement, rowStatement, statement } from '../../../platform/db/statement.ts'
import { insertInto, selectById } from '../../../platform/db/table.ts'
import type { ChangedBy, Transaction } from '../../../platform/db/transaction.ts'
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

export const findProposalRun = rowStatement<{ id: string }, ProposalRunRow>(
  'growth-proposal-run.find',
  selectById(growthProposalRun),
)

type NewProposalRun = ChangedBy & Pick<ProposalRunRow, 'id' | 'growthProjectId' | 'growthRunId'>
export const insertProposalRun = oneRowStatement<NewProposalRun, ProposalRunRow>(
  'growth-proposal-run.insert',
  insertInto(
    growthProposalRun,
    ['id', 'growthProjectId', 'growthRunId'],
    { workspaceId: ':workspace', status: `'queued'`, startedBy: ':userId', createdAt: ':now' },
    `returning ${columns}`,
  ),
)

export const saveProposalRunOf = statement<{ id: string; runId: string }>(
  'growth-proposal-run.set-run',
  'update growth_proposal_run set run_id = :runId where workspace_id = :workspace and id = :id',
)

/** Ends a run with its proposals; undefined if it has ended. */
export const finishProposalRun = rowStatement<
  { id: string; proposed: number; dropped: number; now: Date },
  ProposalRunRow
>(
  'growth-proposal-run.finish',
  `update growth_proposal_run set status = 'finished', plays_proposed = :proposed, plays_dropped = :dropped, ended_at = :now
   where workspace_id = :workspace and id = :id and status = 'queued' returning ${columns}`,
)

/** Ends a run without plays; undefined if it has ended. */
export const failProposalRun = rowStatement<
  { id: string; code: ProposalFailure; message: string; now: Date },
  ProposalRunRow
>(
  'growth-proposal-run.fail',
  `update growth_proposal_run set status = 'failed', failure_code = :code, failure_message = :message, ended_at = :now
   where workspace_id = :workspace and id = :id and status = 'queued' returning ${columns}`,
)
