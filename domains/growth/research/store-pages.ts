import { statement } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { retention } from '../../../platform/retention/index.ts'
import { growthPage, type GrowthPageRow, type PageOutcome } from './tables.ts'

const { columns } = growthPage

const ofRun = statement<{ growthRunId: string }, GrowthPageRow>(
  'growth-page.of-run',
  `select ${columns} from growth_page where workspace_id = :workspace and growth_run_id = :growthRunId order by number`,
)
/** Every address that a run asked for, in order. */
export const pagesOfRun = (tx: Transaction, growthRunId: string) => ofRun(tx, { growthRunId })

const counts = statement<{ growthRunId: string }, { read: number; skipped: number }>(
  'growth-page.counts',
  `select count(*) filter (where outcome = 'read')::int as read, count(*) filter (where outcome <> 'read')::int as skipped
   from growth_page where workspace_id = :workspace and growth_run_id = :growthRunId`,
)
export const pageCounts = async (tx: Transaction, growthRunId: string) => (await counts(tx, { growthRunId }))[0]!

export interface NewPage {
  readonly id: string
  readonly growthRunId: string
  readonly number: number
  readonly askedUrl: string
  readonly url: string
  readonly outcome: PageOutcome
  readonly depth: number
  readonly title: string
  readonly content: string
  readonly links: readonly string[]
  readonly now: Date
}
export const insertPage = statement<NewPage>(
  'growth-page.insert',
  insertInto(
    growthPage,
    ['id', 'growthRunId', 'number', 'askedUrl', 'url', 'outcome', 'depth', 'title', 'content', 'links'],
    { workspaceId: ':workspace', readAt: ':now' },
    'on conflict (growth_run_id, number) do nothing',
  ),
)

const contents = statement<{ ids: readonly string[] }, { id: string; url: string; content: string }>(
  'growth-page.contents',
  'select id, url, content from growth_page where workspace_id = :workspace and id = any(:ids::uuid[])',
)
/** The text of pages by their ids. */
export const pageContents = (tx: Transaction, ids: readonly string[]) => contents(tx, { ids })

const addresses = statement<{ ids: readonly string[] }, { id: string; url: string }>(
  'growth-page.addresses',
  'select id, url from growth_page where workspace_id = :workspace and id = any(:ids::uuid[])',
)
/** Where pages are, by their ids. */
export const pageAddresses = (tx: Transaction, ids: readonly string[]) => addresses(tx, { ids })

const { days } = retention.growthPages
const isOld = `read_at < now() - make_interval(days => ${days})`
const due = statement<{ limit: number }, { workspaceId: string }>(
  'growth-page.due',
  `select distinct workspace_id as "workspaceId" from growth_page where ${isOld} limit :limit`,
)
/** Workspaces with pages that are kept no longer, or that only statements keep. */
export const pagesDueIn = async (tx: Transaction, limit: number) =>
  (await due(tx, { limit })).map(({ workspaceId }) => workspaceId)

const removeOld = statement<{ limit: number }, { id: string }>(
  'growth-page.remove-old',
  `delete from growth_page where id = any(array(select p.id from growth_page p where p.workspace_id = :workspace and p.${isOld}
     and not exists (select from growth_statement s where s.page_id = p.id) order by p.read_at limit :limit)) returning id`,
)
/** Deletes at most `limit` pages after their retention that no statement quotes; returns their number. */
export const removeOldPages = async (tx: Transaction, limit: number) => (await removeOld(tx, { limit })).length
