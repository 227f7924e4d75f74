import type { Static } from '../../../platform/contract/index.ts'
import type { AiDocument, AiDocumentPage } from './contract.ts'
import { statusOf, type DocumentStatus } from './rules.ts'
import type { DocumentView } from './store.ts'
import type { PageDecisionRow, PageRow } from './tables.ts'

export const documentStatusOf = (row: DocumentView): DocumentStatus =>
  statusOf(row.parseStatus, row.isCritical, {
    pages: row.pagesTotal ?? 0,
    accepted: row.accepted,
    rejected: row.rejected,
  })

export const presentDocument = (row: DocumentView): Static<typeof AiDocument> => ({
  id: row.id,
  projectId: row.projectId,
  title: row.title,
  status: documentStatusOf(row),
  engine: row.engine,
  engineVersion: row.engineVersion,
  critical: row.isCritical,
  reused: row.isReused,
  sourceKey: row.sourceAssetId,
  sourceUrl: row.sourceUrl,
  pagesTotal: row.pagesTotal,
  pagesRead: row.pagesRead,
  pageStates: { parsed: row.parsed, empty: row.empty, needs_ocr: row.needsOcr, refused: row.refused },
  refusal: row.refusal,
  costUsd: row.isReused ? 0 : row.costMicros / 1_000_000,
  createdAt: row.createdAt,
})

export const presentPage = (
  { confidencePercent, ...page }: PageRow,
  decision: PageDecisionRow | undefined,
): Static<typeof AiDocumentPage> => ({
  number: page.number,
  state: page.state,
  confidence: confidencePercent / 100,
  reasons: page.reasons,
  markdown: page.markdown,
  decision: decision?.decision ?? null,
  decidedAt: decision?.decidedAt ?? null,
})
