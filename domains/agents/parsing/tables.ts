import type { DocumentFormat, PageState } from '../../../packages/document-readers/index.ts'
import { table, type RowOf } from '../../../platform/db/table.ts'
import type { DocumentEngine, PageDecision, ParseStatus } from './rules.ts'

export const aiParse = table(
  'ai_parse',
  {
    id: 'uuid',
    sha256: 'text',
    engine: 'text',
    engineVersion: 'text',
    format: 'text',
    sourceAssetId: 'uuid',
    status: 'text',
    pagesTotal: 'int4?',
    refusal: 'text?',
    markdownAssetId: 'uuid?',
    costMicros: 'int8',
  },
  {
    workspaceId: 'uuid',
    runId: 'uuid?',
    paidBy: 'uuid?',
    payingProjectId: 'uuid?',
    createdAt: 'timestamptz',
    statusChangedAt: 'timestamptz',
  },
)
export type ParseRow = RowOf<typeof aiParse, { engine: DocumentEngine; format: DocumentFormat; status: ParseStatus }>

export const aiPage = table(
  'ai_page',
  { number: 'int4', state: 'text', confidencePercent: 'int2', reasons: 'text[]', markdown: 'text' },
  { parseId: 'uuid', workspaceId: 'uuid' },
)
export type PageRow = RowOf<typeof aiPage, { state: PageState }>

export const aiDocument = table(
  'ai_document',
  {
    id: 'uuid',
    parseId: 'uuid',
    projectId: 'uuid?',
    title: 'text',
    sourceUrl: 'text?',
    isCritical: 'bool',
    isReused: 'bool',
    createdAt: 'timestamptz',
  },
  { workspaceId: 'uuid', createdBy: 'uuid' },
)
export type DocumentRow = RowOf<typeof aiDocument>

export const aiPageDecision = table(
  'ai_page_decision',
  { number: 'int4', decision: 'text', decidedAt: 'timestamptz' },
  { documentId: 'uuid', workspaceId: 'uuid', decidedBy: 'uuid' },
)
export type PageDecisionRow = RowOf<typeof aiPageDecision, { decision: PageDecision }>
