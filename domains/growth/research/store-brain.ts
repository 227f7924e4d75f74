import { rowStatement, statement } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { BrainStatement } from './rules.ts'
import { growthBrain, growthStatement, type BrainRow, type StatementRow } from './tables.ts'
import { cursorAfter, cutPage, type Cursor } from '../../../platform/db/page.ts'
import { isInShownProjects, type ProjectFilter, projectName, seenBy, type Viewer } from '../../code/projects/index.ts'
import { completedProjects } from '../../delivery/cycles/index.ts'
import { clientApprovals } from '../../delivery/deliverables/index.ts'

type Version = Readonly<{ growthProjectId: string; version: number }>

export const findBrain = rowStatement<Version, BrainRow>(
  'growth-brain.find',
  `select ${growthBrain.columns} from growth_brain
   where workspace_id = :workspace and growth_project_id = :growthProjectId and version = :version`,
)

const statements = statement<Version, StatementRow>(
  'growth-brain.statements',
  `select ${growthStatement.columns} from growth_statement
   where workspace_id = :workspace and growth_project_id = :growthProjectId and version = :version order by position`,
)
/** The statements of a version, in order. */
export const statementsOf = async (tx: Transaction, version: Version): Promise<readonly BrainStatement[]> =>
  (await statements(tx, version)).map(({ statement: text, ...row }) => ({ ...row, text }))

interface NewBrain extends Version {
  readonly source: 'research' | 'person'
  readonly growthRunId: string | null
  readonly writtenBy: string | null
  readonly now: Date
}
const insert = statement<NewBrain>(
  'growth-brain.insert',
  insertInto(growthBrain, ['growthProjectId', 'version', 'source', 'growthRunId', 'writtenBy'], {
    workspaceId: ':workspace',
    createdAt: ':now',
  }),
)
interface NewStatements extends Version {
  readonly ids: readonly string[]
  readonly kinds: readonly string[]
  readonly texts: readonly string[]
  readonly origins: readonly string[]
  /** Empty for statements of people, as are the addresses and quotations of pages. */
  readonly pageIds: readonly string[]
  readonly pageUrls: readonly string[]
  readonly quotes: readonly string[]
}
const insertStatements = statement<NewStatements>(
  'growth-brain.insert-statements',
  `insert into growth_statement (growth_project_id, version, workspace_id, id, kind, statement, origin, page_id, page_url,
     quote, position)
   select :growthProjectId, :version, :workspace, id, kind, said, origin, nullif(page_id, '')::uuid,
     nullif(page_url, ''), nullif(quote, ''), place
   from unnest(:ids::uuid[], :kinds::text[], :texts::text[], :origins::text[], :pageIds::text[], :pageUrls::text[],
     :quotes::text[]) with ordinality as one (id, kind, said, origin, page_id, page_url, quote, place)`,
)
/** Adds a version with its statements. */
export const insertBrain = async (tx: Transaction, brain: NewBrain, all: readonly BrainStatement[]) => {
  await insert(tx, brain)
  await insertStatements(tx, {
    growthProjectId: brain.growthProjectId,
    version: brain.version,
    ids: all.map(({ id }) => id),
    kinds: all.map(({ kind }) => kind),
    texts: all.map(({ text }) => text),
    origins: all.map(({ origin }) => origin),
    pageIds: all.map(({ pageId }) => pageId ?? ''),
    pageUrls: all.map(({ pageUrl }) => pageUrl ?? ''),
    quotes: all.map(({ quote }) => quote ?? ''),
  })
}

export interface CitableRow {
  readonly projectId: string
  readonly name: string
  readonly completedAt: Date | null
  readonly finishedAt: Date
}
const page = statement<Cursor & ProjectFilter & { rows: number }, CitableRow>(
  'growth-citable.page',
  `select done.id as "projectId", ${projectName('done.id')} as name, done.completed_at as "completedAt",
     done.finished_at as "finishedAt"
   from (select project_id as id, max(completed_at) as completed_at, max(at) as finished_at
     from (select project_id, completed_at, completed_at as at from ${completedProjects}
       union all select project_id, null, decided_at from ${clientApprovals}) each group by project_id) done
   where ${isInShownProjects('done.id')} and (done.finished_at, done.id) < (:at::timestamptz, :id::uuid)
   order by done.finished_at desc, done.id desc limit :rows`,
)
/** Projects that were completed or have an approved deliverable, most recently finished first. */
export const citablePage = async (tx: Transaction, viewer: Viewer, after: Cursor, limit: number) => {
  const rows = await page(tx, { ...after, ...seenBy(viewer), rows: limit + 1 })
  return cutPage(rows, limit, ({ finishedAt, projectId }) => cursorAfter(finishedAt, projectId))
}

const approvalsMost = 50

export interface CitableApproval {
  readonly projectId: string
  readonly approvalId: string
  readonly cycleId: string
  readonly title: string
  readonly comment: string | null
  readonly approvedAt: Date
}
// An approval has the time of its decision.
/** The clients' approvals in these projects, the newest of each first. */
export const approvalsIn = statement<{ ids: readonly string[] }, CitableApproval>(
  'growth-citable.approvals',
  `select project_id as "projectId", id as "approvalId", cycle_id as "cycleId", title, comment, coalesce(decided_at, 'epoch') as "approvedAt"
   from (select approval.*, row_number() over (partition by project_id order by decided_at desc, id desc) as place
     from ${clientApprovals} where project_id = any(:ids)) a
   where place <= ${approvalsMost} order by decided_at desc, id desc`,
)

export type ApprovedText = Pick<CitableApproval, 'projectId' | 'title' | 'comment'> & { readonly id: string }
const approvedFields = 'id, project_id as "projectId", title, comment'
/** The clients' last approvals. */
export const newestApprovals = statement<{ limit: number }, ApprovedText>(
  'growth-citable.newest',
  `select ${approvedFields} from ${clientApprovals} order by decided_at desc, id desc limit :limit`,
)

/** The approvals among these that still exist. */
export const approvalsById = statement<{ ids: readonly string[] }, ApprovedText>(
  'growth-citable.by-id',
  `select ${approvedFields} from ${clientApprovals} where id = any(:ids::uuid[])`,
)
