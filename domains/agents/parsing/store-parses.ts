import type { ReadPage } from '../../../packages/document-readers/index.ts'
import { matchStatement, oneRowStatement, rowStatement, statement } from '../../../platform/db/statement.ts'
import { insertInto, selectById } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { PageCounts } from './rules.ts'
import { aiPage, aiPageDecision, aiParse, type PageDecisionRow, type PageRow, type ParseRow } from './tables.ts'

export const findParse = rowStatement<{ id: string }, ParseRow>('ai-parse.find', selectById(aiParse))

const newParseFields = ['id', 'sha256', 'engine', 'engineVersion', 'format', 'sourceAssetId'] as const
type NewParse = Pick<ParseRow, (typeof newParseFields)[number]> & Payers & { readonly now: Date }
/** The parse of these bytes in this format by this engine and version: a new one for one of any number of requests at the same time. */
export const claimParse = oneRowStatement<NewParse, ParseRow & { isNew: boolean }>(
  'ai-parse.claim',
  insertInto(
    aiParse,
    [...newParseFields, 'paidBy', 'payingProjectId'],
    { workspaceId: ':workspace', status: `'queued'`, costMicros: '0', createdAt: ':now', statusChangedAt: ':now' },
    `on conflict (workspace_id, sha256, format, engine, engine_version) do update set source_asset_id = excluded.source_asset_id
     returning ${aiParse.columns}, ai_parse.id = :id as "isNew"`,
  ),
)

/** Queues a parse for the request that starts it, which pays. */
export const setParseQueued = statement<Payers & { id: string; runId: string; now: Date }>(
  'ai-parse.queue',
  `update ai_parse set status = 'queued', run_id = :runId, refusal = null, paid_by = :paidBy,
     paying_project_id = :payingProjectId, status_changed_at = :now
   where workspace_id = :workspace and id = :id`,
)

/** Whom a model is called for, and whose project pays; null if no model reads the document. */
export interface Payers {
  readonly paidBy: string | null
  readonly payingProjectId: string | null
}
export const payersOf = oneRowStatement<{ id: string }, Payers>(
  'ai-parse.payers',
  'select paid_by as "paidBy", paying_project_id as "payingProjectId" from ai_parse where id = :id',
)

export const clearPayingProject = statement<{ projectId: string }>(
  'ai-parse.forget-project',
  'update ai_parse set paying_project_id = null where workspace_id = :workspace and paying_project_id = :projectId',
)

export const addParseCost = statement<{ id: string; micros: number }>(
  'ai-parse.add-cost',
  'update ai_parse set cost_micros = cost_micros + :micros where workspace_id = :workspace and id = :id',
)

export const setParsing = statement<{ id: string; count: number; now: Date }>(
  'ai-parse.begin',
  `update ai_parse set status = 'parsing', pages_total = :count, status_changed_at = :now
   where workspace_id = :workspace and id = :id and status in ('queued', 'parsing')`,
)

export const moveToParsed = rowStatement<{ id: string; markdownAssetId: string; now: Date }, ParseRow>(
  'ai-parse.finish',
  `update ai_parse set status = 'parsed', markdown_asset_id = :markdownAssetId, status_changed_at = :now
   where workspace_id = :workspace and id = :id and status in ('queued', 'parsing') returning ${aiParse.columns}`,
)

export const moveToFailed = rowStatement<{ id: string; refusal: string; now: Date }, ParseRow>(
  'ai-parse.fail',
  `update ai_parse set status = 'failed', refusal = :refusal, status_changed_at = :now
   where workspace_id = :workspace and id = :id and status in ('queued', 'parsing') returning ${aiParse.columns}`,
)

const insertOne = statement<PageRow & { parseId: string }>(
  'ai-page.insert',
  insertInto(
    aiPage,
    ['parseId', 'number', 'state', 'confidencePercent', 'reasons', 'markdown'],
    { workspaceId: ':workspace' },
    'on conflict (parse_id, number) do nothing',
  ),
)
/** Inserts a page; a page from an earlier attempt stays. */
export const insertPage = (tx: Transaction, parseId: string, { confidence, ...page }: ReadPage) =>
  insertOne(tx, { ...page, reasons: [...page.reasons], parseId, confidencePercent: Math.round(confidence * 100) })

/** The last page that was read, and how many characters all of them have. */
export const pagesRead = oneRowStatement<{ parseId: string }, { last: number; chars: number }>(
  'ai-page.read',
  `select coalesce(max(number), 0)::int as last, coalesce(sum(length(markdown)), 0)::float8 as chars
   from ai_page where parse_id = :parseId`,
)

export const pageCounts = oneRowStatement<{ parseId: string }, PageCounts>(
  'ai-page.counts',
  `select count(*) filter (where state = 'parsed')::int as parsed, count(*) filter (where state = 'empty')::int as empty,
     count(*) filter (where state = 'needs_ocr')::int as "needsOcr", count(*) filter (where state = 'refused')::int as refused,
     (array_agg(left(reasons[1], 50) order by number) filter (where state = 'refused'))[1] as reason
   from ai_page where parse_id = :parseId`,
)

/** Removes the pages of a parse without text, so that its next attempt reads them again. */
export const removeUnreadPages = statement<{ parseId: string }>(
  'ai-page.remove-unread',
  `delete from ai_page where workspace_id = :workspace and parse_id = :parseId
     and not exists (select from ai_page other where other.parse_id = :parseId and other.state = 'parsed')`,
)

export const pagesAfter = statement<{ parseId: string; after: number; rows: number }, PageRow>(
  'ai-page.after',
  `select ${aiPage.columns} from ai_page where parse_id = :parseId and number > :after order by number limit :rows`,
)

export const decisionsOf = statement<{ documentId: string; first: number; last: number }, PageDecisionRow>(
  'ai-page.decisions',
  `select ${aiPageDecision.columns} from ai_page_decision
   where document_id = :documentId and number between :first and :last`,
)

export const hasPage = matchStatement<{ parseId: string; number: number }, { number: number }>(
  'ai-page.find',
  'select number from ai_page where parse_id = :parseId and number = :number',
)
