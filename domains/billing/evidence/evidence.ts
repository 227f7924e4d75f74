import type { Static } from '../../../platform/contract/index.ts'
import type { ApprovedWork } from '../../delivery/deliverables/index.ts'
import type { RecordedBillable } from '../billables/index.ts'
import { decimalsOf } from '../billables/rules/currencies.ts'
import type { InvoiceRow, LineRow } from '../invoices/index.ts'
import type { InvoiceEvidence } from './contract.ts'
import type { BillingSources } from './billing-sources.ts'
import { commitIn } from './rules.ts'

type Evidence = Static<typeof InvoiceEvidence>
type Line = Evidence['lines'][number]

/**
 * The evidence of an invoice, field by field: publications, decisions, and commits, which each reader who has them can
 * check. Titles of work, its runs and its costs are the agency's, and no part of it.
 */
export const evidenceOf = (row: InvoiceRow, lines: readonly LineRow[], behind: BillingSources): Evidence => {
  const { id, invoiceNumber, type, issuedAt, voidedAt, currency, netMinor, taxMinor, totalMinor } = row
  return {
    version: 1,
    invoice: {
      id,
      invoiceNumber,
      type,
      issuedAt,
      voidedAt,
      currency,
      currencyDecimals: decimalsOf(currency),
      netMinor,
      taxMinor,
      totalMinor,
      sellerLegalName: row.sellerLegalName,
      buyerLegalName: row.buyerLegalName,
    },
    lines: lines.map((line) => lineOf(line, behind)),
    decisions: [...behind.decisions.values()].map((one) => decisionOf(one, behind)),
  }
}

const lineOf = (line: LineRow, behind: BillingSources): Line => {
  const { position, description, quantity, unit, unitPriceMinor, amountMinor, billableId } = line
  const billable = behind.billables.get(billableId)
  if (!billable) throw new Error('Invoice line has no billable')
  return {
    position,
    description,
    quantity,
    unit,
    unitPriceMinor,
    amountMinor,
    isCorrection: billable.correctsId !== null,
    recordedAt: billable.createdAt,
    origin: originOf(billable, behind),
  }
}

const originOf = ({ sourceKind, sourceId, revisionHash }: RecordedBillable, behind: BillingSources): Line['origin'] => {
  const kind = sourceKind
  if (kind === 'entry' || sourceId === null) return { kind, found: true, approvalId: null, revisionHash, commits: [] }
  if (kind === 'decision') {
    const snapshot = behind.decisions.get(sourceId)?.snapshot
    const commit = snapshot ? commitIn(snapshot) : null
    const commits = commit === null ? [] : [commit]
    return { kind, found: behind.decisions.has(sourceId), approvalId: sourceId, revisionHash, commits }
  }
  const found = kind === 'cycle' ? behind.cycles.get(sourceId) : behind.tasks.get(sourceId)
  return { kind, found: found !== undefined, approvalId: null, revisionHash, commits: found?.commits ?? [] }
}

const decisionOf = (work: ApprovedWork, { names }: BillingSources): Evidence['decisions'][number] => {
  const { id, revision, revisionHash, decidedAt, reviewerId, isPublished, snapshot, signed } = work
  return {
    approvalId: id,
    revision,
    revisionHash,
    reviewerName: names.get(reviewerId) ?? null,
    decidedAt,
    withheld: snapshot !== null ? null : isPublished ? 'too_large' : 'withdrawn',
    snapshot,
    signed,
  }
}
