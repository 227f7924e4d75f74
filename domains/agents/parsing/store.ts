import { countOf, countedPage, type Cursor, type RowCount } from '../../../platform/db/page.ts'
import { rowStatement, statement } from '../../../platform/db/statement.ts'
import { workspacesDue } from '../../../platform/db/workspaces-due.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { retention } from '../../../platform/retention/index.ts'
import { isInShownProjects, seenBy, type ProjectFilter, type Viewer } from '../../code/projects/index.ts'
import type { PageDecision, ParseStatus } from './rules.ts'
import { clearPayingProject } from './store-parses.ts'
import { aiDocument, aiPageDecision, type DocumentRow, type ParseRow } from './tables.ts'
import type { NamedThing } from '../../domain.ts'

/** A document with its parse's state. */
export interface DocumentView extends DocumentRow, Omit<ParseRow, 'id' | 'sha256' | 'format' | 'status'> {
  readonly parseStatus: ParseStatus
  readonly pagesRead: number
  readonly parsed: number
  readonly empty: number
  readonly needsOcr: number
  readonly refused: number
  readonly accepted: number
  readonly rejected: number
}

const select = `select ${aiDocument.columns}, parse.engine, parse.engine_version as "engineVersion",
    parse.source_asset_id as "sourceAssetId", parse.status as "parseStatus", parse.pages_total as "pagesTotal",
    parse.refusal, parse.markdown_asset_id as "markdownAssetId", parse.cost_micros::float8 as "costMicros",
    pages.*, decisions.*
  from ai_document join ai_parse parse on parse.id = ai_document.parse_id,
    lateral (select count(*)::int as "pagesRead", count(*) filter (where state = 'parsed')::int as parsed,
      count(*) filter (where state = 'empty')::int as empty, count(*) filter (where state = 'needs_ocr')::int as "needsOcr",
      count(*) filter (where state = 'refused')::int as refused from ai_page where parse_id = parse.id) pages,
    lateral (select count(*) filter (where decision = 'accepted')::int as accepted,
      count(*) filter (where decision = 'rejected')::int as rejected
      from ai_page_decision where document_id = ai_document.id) decisions`

// A document of no project is the workspace's own, which every key of the agency reaches.
const isSeen = `(ai_document.project_id is null or ${isInShownProjects('ai_document.project_id')})`

const isListed = `ai_document.workspace_id = :workspace
    and (ai_document.created_at, ai_document.id) < (:at, :id) and ${isSeen}`
const page = statement<Cursor & ProjectFilter & { rows: number }, DocumentView>(
  'ai-document.page',
  `${select} where ${isListed} order by ai_document.created_at desc, ai_document.id desc limit :rows`,
)
const count = statement<Cursor & ProjectFilter & { rows: number }, RowCount>(
  'ai-document.count',
  countOf(`ai_document where ${isListed}`),
)
/** Documents before a row, newest first. */
export const documentPage = (tx: Transaction, viewer: Viewer, before: Cursor, limit: number) =>
  countedPage(tx, { page, count }, { ...before, ...seenBy(viewer) }, limit)

const find = rowStatement<ProjectFilter & { id: string }, DocumentView>(
  'ai-document.find',
  `${select} where ai_document.workspace_id = :workspace and ai_document.id = :id and ${isSeen}`,
)
export const findDocument = (tx: Transaction, viewer: Viewer, id: string) => find(tx, { id, ...seenBy(viewer) })

/** Documents that something else has, which decides who sees them. */
export const documentsWithIds = statement<{ ids: readonly string[] }, DocumentView>(
  'ai-document.with-ids',
  `${select} where ai_document.workspace_id = :workspace and ai_document.id = any(:ids)`,
)

export const lockDocument = statement<{ id: string }>(
  'ai-document.lock',
  'select from ai_document where workspace_id = :workspace and id = :id for no key update',
)

const newDocumentFields = ['id', 'parseId', 'projectId', 'title', 'sourceUrl', 'isCritical', 'isReused'] as const
type NewDocument = Pick<DocumentRow, (typeof newDocumentFields)[number]> & {
  readonly userId: string
  readonly now: Date
}
export const insertDocument = statement<NewDocument>(
  'ai-document.insert',
  insertInto(aiDocument, newDocumentFields, { workspaceId: ':workspace', createdBy: ':userId', createdAt: ':now' }),
)

export const decidePage = statement<{
  documentId: string
  number: number
  decision: PageDecision
  userId: string
  now: Date
}>(
  'ai-document.decide-page',
  insertInto(
    aiPageDecision,
    ['documentId', 'number', 'decision'],
    { workspaceId: ':workspace', decidedBy: ':userId', decidedAt: ':now' },
    `on conflict (document_id, number) do update set decision = excluded.decision, decided_by = excluded.decided_by,
       decided_at = excluded.decided_at`,
  ),
)

const removeUnused = statement<{ ids: readonly string[] }>(
  'ai-parse.remove-unused',
  `delete from ai_parse where workspace_id = :workspace and id = any(:ids)
     and not exists (select from ai_document where parse_id = ai_parse.id)`,
)
const purge = statement<{ projectId: string }, { parseId: string }>(
  'ai-document.purge',
  `delete from ai_document where workspace_id = :workspace and project_id = :projectId
   returning parse_id as "parseId"`,
)
/** Deletes the documents of a project and parses of only theirs; shared parses stay without the project's name. */
export const purgeDocuments = async (tx: Transaction, projectId: string) => {
  const removed = await purge(tx, { projectId })
  await removeUnused(tx, { ids: removed.map(({ parseId }) => parseId) })
  await clearPayingProject(tx, { projectId })
}

const isOld = `created_at < now() - make_interval(days => ${retention.aiDocuments.days})`
export const documentsDueIn = workspacesDue('ai-document', `ai_document where ${isOld}`)

const removeOld = statement<{ limit: number }, { parseId: string }>(
  'ai-document.remove-old',
  `delete from ai_document where id = any(array(select id from ai_document where workspace_id = :workspace and ${isOld}
     order by created_at limit :limit)) returning parse_id as "parseId"`,
)
const remove = statement<{ id: string }>(
  'ai-document.remove',
  'delete from ai_document where workspace_id = :workspace and id = :id',
)
const lockParse = statement<{ id: string }>(
  'ai-parse.lock',
  'select from ai_parse where workspace_id = :workspace and id = :id for update',
)
/** Deletes a document, and its parse if no other document has it. Requests for the same bytes wait and parse again. */
export const removeDocument = async (tx: Transaction, { id, parseId }: Pick<DocumentRow, 'id' | 'parseId'>) => {
  await lockParse(tx, { id: parseId })
  await remove(tx, { id })
  await removeUnused(tx, { ids: [parseId] })
}

/** Deletes at most `limit` documents after their retention, with parses of their own; returns their number. */
export const removeOldDocuments = async (tx: Transaction, limit: number): Promise<number> => {
  const removed = await removeOld(tx, { limit })
  await removeUnused(tx, { ids: removed.map(({ parseId }) => parseId) })
  return removed.length
}

export const documentsOfPerson = statement<{ userId: string }, DocumentRow>(
  'ai-document.of-person',
  `select ${aiDocument.columns} from ai_document where workspace_id = :workspace and created_by = :userId order by id
   limit 10000`,
)

/** Names of files can name their author; the text belongs to the work of the workspace. */
export const clearDocumentTitles = statement<{ userId: string }>(
  'ai-document.forget-titles',
  `update ai_document set title = 'Document', source_url = null
   where workspace_id = :workspace and created_by = :userId`,
)

/** The titles of these documents. */
export const namesOfDocuments = statement<{ ids: readonly string[] }, NamedThing>(
  'ai-document.names',
  `select id, title, project_id as "projectId", null::uuid as "cycleId" from ai_document
   where workspace_id = :workspace and id = any(:ids)`,
)

/** The titles of the first documents of these parses. */
export const namesOfParses = statement<{ ids: readonly string[] }, NamedThing>(
  'ai-document.names-of-parses',
  `select distinct on (parse_id) parse_id as id, title, project_id as "projectId", null::uuid as "cycleId"
   from ai_document where workspace_id = :workspace and parse_id = any(:ids) order by parse_id, created_at`,
)
