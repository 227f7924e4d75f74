import type { Static } from '../../../platform/contract/index.ts'
import { type ApprovedWork, approvedWork } from '../../delivery/deliverables/index.ts'
import { type RecordedBillable, findBillables } from '../billables/index.ts'
import { decimalsOf } from '../billables/rules/currencies.ts'
import { type InvoiceRow, type LineRow, linesOf } from '../invoices/index.ts'
import type { InvoiceEvidence, EvidencePack, unmadeReasons } from './contract.ts'
import { commitIn } from './rules.ts'
import { nameOfPerson } from '../../../platform/access/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { cycleSources, type CycleSource } from '../../delivery/cycles/index.ts'
import { taskSources, type TaskSource } from '../../delivery/tasks/index.ts'
import { hash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { renderEvidence } from '../documents/index.ts'
import { pageOf } from './page-of.ts'

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

/** The rows behind the lines of an invoice, each by its id. Deleted rows are left out. */
export interface BillingSources {
  readonly billables: ReadonlyMap<string, RecordedBillable>
  readonly decisions: ReadonlyMap<string, ApprovedWork>
  readonly cycles: ReadonlyMap<string, CycleSource>
  readonly tasks: ReadonlyMap<string, TaskSource>
  /** People's names, by their ids; null for former users. */
  readonly names: ReadonlyMap<string, string | null>
}

const byId = <Row extends { readonly id: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> =>
  new Map(rows.map((row) => [row.id, row]))

export const findBillingSources = async (tx: Transaction, lines: readonly LineRow[]): Promise<BillingSources> => {
  const recorded = await findBillables(tx, { ids: lines.map(({ billableId }) => billableId) })
  const sourcesOf = (kind: RecordedBillable['sourceKind']) => [
    ...new Set(recorded.flatMap(({ sourceKind, sourceId }) => (sourceKind === kind && sourceId ? [sourceId] : []))),
  ]
  const decided = await approvedWork(tx, sourcesOf('decision'))
  const cycleIds = [...sourcesOf('cycle'), ...decided.map(({ cycleId }) => cycleId)]
  const names = new Map<string, string | null>()
  for (const id of new Set([...recorded.map((row) => row.createdBy), ...decided.map((row) => row.reviewerId)]))
    names.set(id, (await nameOfPerson(tx, id)) ?? null)
  return {
    billables: byId(recorded),
    decisions: byId(decided),
    names,
    cycles: byId(await cycleSources(tx, { ids: [...new Set(cycleIds)] })),
    tasks: byId(await taskSources(tx, { ids: sourcesOf('task') })),
  }
}

/** Evidence beside the SHA-256 of its canonical JSON (RFC 8785), in hexadecimal. Times are RFC 3339 with milliseconds. */
export const sealEvidence = (evidence: Static<typeof InvoiceEvidence>) => ({ evidence, sha256: hashOf(evidence) })

/** The SHA-256 of the canonical JSON of evidence, read or made. */
export const hashOf = (evidence: unknown): string => hash('sha256', canonicalize(evidence)!)

/** The evidence of an invoice as it may leave, with its hash. */
export const packOf = async (tx: Transaction, row: InvoiceRow) => {
  const lines = await linesOf(tx, { invoiceId: row.id })
  return sealEvidence(evidenceOf(row, lines, await findBillingSources(tx, lines)))
}

/** The PDF of the evidence of an issued invoice, which carries the pack as a file; or which limit making it has passed. */
export const pdfWithinLimits = async (
  row: InvoiceRow,
  pack: Static<typeof EvidencePack>,
  signal: AbortSignal,
): Promise<Buffer | (typeof unmadeReasons)[number]> => {
  try {
    return await renderEvidence(pageOf(row, pack), canonicalize(pack)!, signal)
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') return 'too_slow'
    if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') return 'too_complex'
    throw error
  }
}
