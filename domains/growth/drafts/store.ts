import { oneRowStatement, rowStatement, statement } from '../../../platform/db/statement.ts'
import { insertInto, selectById } from '../../../platform/db/table.ts'
import type { ChangedBy, Transaction } from '../../../platform/db/transaction.ts'
import { usageOfRuns } from '../../agents/spending/index.ts'
import type { PlayRow } from '../plays/index.ts'
import { spendByPlay } from '../providers/index.ts'
import { growthDraftRun, type DraftRunRow } from './tables.ts'
import type { DraftFailed } from './write-drafts.ts'

const { columns } = growthDraftRun

export const findDraftRun = rowStatement<{ id: string }, DraftRunRow>(
  'growth-draft-run.find',
  selectById(growthDraftRun),
)

export const newestDraftRun = rowStatement<{ growthPlayId: string }, DraftRunRow>(
  'growth-draft-run.newest',
  `select ${columns} from growth_draft_run where workspace_id = :workspace and growth_play_id = :growthPlayId
   order by created_at desc, id desc limit 1`,
)

export type NewDraftRun = ChangedBy & Pick<DraftRunRow, 'id' | 'growthProjectId' | 'growthPlayId' | 'leadIds'>
export const insertDraftRun = oneRowStatement<NewDraftRun, DraftRunRow>(
  'growth-draft-run.insert',
  insertInto(
    growthDraftRun,
    ['id', 'growthProjectId', 'growthPlayId', 'leadIds'],
    { workspaceId: ':workspace', status: `'queued'`, startedBy: ':userId', createdAt: ':now' },
    `returning ${columns}`,
  ),
)

export const saveDraftRunOf = statement<{ id: string; runId: string }>(
  'growth-draft-run.set-run',
  'update growth_draft_run set run_id = :runId where workspace_id = :workspace and id = :id',
)

const active = `status in ('queued', 'writing')`

export interface DraftProgress {
  readonly id: string
  readonly lastLeadId: string
  readonly leads: number
  readonly drafts: number
  readonly skipped: number
  readonly dropped: number
}
/** Counts the drafts for the next leads. */
export const advanceDraftRun = statement<DraftProgress>(
  'growth-draft-run.advance',
  `update growth_draft_run set status = 'writing', last_lead_id = :lastLeadId, leads = leads + :leads,
     drafts = drafts + :drafts, leads_skipped = leads_skipped + :skipped, sentences_dropped = sentences_dropped + :dropped
   where workspace_id = :workspace and id = :id and ${active}`,
)

const end = rowStatement<{ id: string; code: string | null; message: string | null; now: Date }, DraftRunRow>(
  'growth-draft-run.end',
  `update growth_draft_run set status = case when :code::text is null then 'finished' else 'failed' end,
     failure_code = :code, failure_message = :message, ended_at = :now
   where workspace_id = :workspace and id = :id and ${active} returning ${columns}`,
)
/** Ends a run; undefined if it has ended. */
export const endDraftRun = (tx: Transaction, id: string, failure: DraftFailed['failure'] | undefined, now: Date) =>
  end(tx, { id, code: failure?.code ?? null, message: failure?.message.slice(0, 1_000) ?? null, now })

const runs = statement<{ growthPlayId: string }, { runId: string | null }>(
  'growth-draft-run.runs',
  'select run_id as "runId" from growth_draft_run where workspace_id = :workspace and growth_play_id = :growthPlayId',
)
/** Look-ups are kept for so long. */
const allDays = 400

/** The cost of a play's look-ups and drafts. */
export const spendOfPlay = async (
  tx: Transaction,
  { id, growthProjectId }: Pick<PlayRow, 'id' | 'growthProjectId'>,
): Promise<{ readonly lookupMicros: number; readonly draftMicros: number }> => {
  const lookups = (await spendByPlay(tx, growthProjectId, allDays)).find(({ growthPlayId }) => growthPlayId === id)
  const runIds = (await runs(tx, { growthPlayId: id })).flatMap(({ runId }) => runId ?? [])
  const used = await usageOfRuns(tx, { runIds })
  return {
    lookupMicros: lookups?.periodMicros ?? 0,
    draftMicros: used.reduce((sum, { costMicros }) => sum + costMicros, 0),
  }
}
