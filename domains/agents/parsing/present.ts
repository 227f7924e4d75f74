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
  ...row,
  status: documentStatusOf(row),
  critical: row.isCritical,
  reused: row.isReused,
  sourceKey: row.sourceAssetId,
  pageStates: { parsed: row.parsed, empty: row.empty, needs_ocr: row.needsOcr, refused: row.refused },
  costUsd: row.isReused ? 0 : row.costMicros / 1_000_000,
})

export const presentPage = (
  { confidencePercent, ...page }: PageRow,
  decision: PageDecisionRow | undefined,
): Static<typeof AiDocumentPage> => ({
  ...page,
  confidence: confidencePercent / 100,
  decision: decision?.decision ?? null,
  decidedAt: decision?.decidedAt ?? null,
})
