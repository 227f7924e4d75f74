import { oneRowStatement, rowStatement, statement } from '../../../platform/db/statement.ts'
import { workspacesDue } from '../../../platform/db/workspaces-due.ts'
import { insertInto, selectById } from '../../../platform/db/table.ts'
import type { ChangedBy, Transaction } from '../../../platform/db/transaction.ts'
import type { RunFailure } from './rules.ts'
import { growthRun, type GrowthRunRow, growthPage, type GrowthPageRow } from './tables.ts'
import { retention } from '../../../platform/retention/index.ts'

const { columns } = growthRun

export const findGrowthRun = rowStatement<{ id: string }, GrowthRunRow>('growth-run.find', selectById(growthRun))

export const newestGrowthRun = rowStatement<{ growthProjectId: string }, GrowthRunRow>(
  'growth-run.newest',
  `select ${columns} from growth_run where workspace_id = :workspace and growth_project_id = :growthProjectId
   order by created_at desc, id desc limit 1`,
)

export type NewGrowthRun = ChangedBy & Pick<GrowthRunRow, 'id' | 'growthProjectId'>
export const insertGrowthRun = oneRowStatement<NewGrowthRun, GrowthRunRow>(
  'growth-run.insert',
  insertInto(
    growthRun,
    ['id', 'growthProjectId'],
    { workspaceId: ':workspace', status: `'queued'`, startedBy: ':userId', createdAt: ':now' },
    `returning ${columns}`,
  ),
)

export const saveRunOf = statement<{ id: string; runId: string }>(
  'growth-run.set-run',
  'update growth_run set run_id = :runId where workspace_id = :workspace and id = :id',
)

const active = `status in ('queued', 'reading', 'writing')`
export const moveGrowthRun = statement<{ id: string; status: 'reading' | 'writing' }>(
  'growth-run.move',
  `update growth_run set status = :status where workspace_id = :workspace and id = :id and ${active}`,
)

export const finishGrowthRun = rowStatement<
  { id: string; brainVersion: number; written: number; dropped: number; now: Date },
  GrowthRunRow
>(
  'growth-run.finish',
  `update growth_run set status = 'finished', brain_version = :brainVersion, statements_written = :written,
     statements_dropped = :dropped, ended_at = :now, proposals_due = true
   where workspace_id = :workspace and id = :id and ${active} returning ${columns}`,
)

export const failGrowthRun = rowStatement<{ id: string; code: RunFailure; message: string; now: Date }, GrowthRunRow>(
  'growth-run.fail',
  `update growth_run set status = 'failed', failure_code = :code, failure_message = :message, ended_at = :now
   where workspace_id = :workspace and id = :id and ${active} returning ${columns}`,
)

/** Workspaces in which runs finished from which no plays were proposed yet. */
export const proposalsDueIn = workspacesDue('growth-run', 'growth_run where proposals_due')

/** Claims at most `limit` of these runs: each is returned once. */
export const claimRunsForProposals = statement<{ limit: number }, GrowthRunRow>(
  'growth-run.take-for-proposals',
  `update growth_run set proposals_due = false where workspace_id = :workspace and id = any(array(select id from growth_run
     where workspace_id = :workspace and proposals_due order by ended_at limit :limit for update skip locked))
   returning ${columns}`,
)
/** Every address that a run asked for, in order. */
export const pagesOfRun = statement<{ growthRunId: string }, GrowthPageRow>(
  'growth-page.of-run',
  `select ${growthPage.columns} from growth_page where workspace_id = :workspace and growth_run_id = :growthRunId order by number`,
)

export const pageCounts = oneRowStatement<{ growthRunId: string }, { read: number; skipped: number }>(
  'growth-page.counts',
  `select count(*) filter (where outcome = 'read')::int as read, count(*) filter (where outcome <> 'read')::int as skipped
   from growth_page where workspace_id = :workspace and growth_run_id = :growthRunId`,
)

const pageFields = ['id', 'number', 'askedUrl', 'url', 'outcome', 'depth', 'title', 'content', 'links'] as const
export interface NewPage extends Pick<GrowthPageRow, (typeof pageFields)[number]> {
  readonly growthRunId: string
  readonly now: Date
}
export const insertPage = statement<NewPage>(
  'growth-page.insert',
  insertInto(
    growthPage,
    [...pageFields, 'growthRunId'],
    { workspaceId: ':workspace', readAt: ':now' },
    'on conflict (growth_run_id, number) do nothing',
  ),
)

/** The text of pages by their ids. */
export const pageContents = statement<{ ids: readonly string[] }, { id: string; url: string; content: string }>(
  'growth-page.contents',
  'select id, url, content from growth_page where workspace_id = :workspace and id = any(:ids::uuid[])',
)

/** Where pages are, by their ids. */
export const pageAddresses = statement<{ ids: readonly string[] }, { id: string; url: string }>(
  'growth-page.addresses',
  'select id, url from growth_page where workspace_id = :workspace and id = any(:ids::uuid[])',
)

const isOld = `read_at < now() - make_interval(days => ${retention.growthPages.days})`
/** Workspaces with pages that are kept no longer, or that only statements keep. */
export const pagesDueIn = workspacesDue('growth-page', `growth_page where ${isOld}`)

const removeOld = statement<{ limit: number }, { id: string }>(
  'growth-page.remove-old',
  `delete from growth_page where id = any(array(select p.id from growth_page p where p.workspace_id = :workspace and p.${isOld}
     and not exists (select from growth_statement s where s.page_id = p.id) order by p.read_at limit :limit)) returning id`,
)
/** Deletes at most `limit` pages after their retention that no statement quotes; returns their number. */
export const removeOldPages = async (tx: Transaction, limit: number) => (await removeOld(tx, { limit })).length
