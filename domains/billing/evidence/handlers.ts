import { Readable } from 'node:stream'
import type { Static } from '../../../platform/contract/index.ts'
import { handle } from '../../../platform/handler/index.ts'
import type { RecordedBillable } from '../billables/index.ts'
import { findInvoiceFor, type InvoiceRow, type LineRow, linesOf } from '../invoices/index.ts'
import { findInvoiceForSeat } from '../portal-invoices/index.ts'
import * as contract from './contract.ts'
import type { ClientInvoiceEvidence } from './contract.ts'
import {
  findBillingSources,
  type BillingSources,
  evidenceOf,
  sealEvidence,
  packOf,
  pdfWithinLimits,
} from './evidence.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'

type Note = Static<typeof ClientInvoiceEvidence>['notes'][number]

/** The agency's own facts of each line: its recorder, and the cycle, run and task behind it. */
const notesOf = (lines: readonly LineRow[], behind: BillingSources): Note[] =>
  lines.map(({ position, billableId }) => {
    const billable = behind.billables.get(billableId)!
    const { correctsId, createdBy } = billable
    const recordedBy = behind.names.get(createdBy) ?? null
    return { position, billableId, correctsId, recordedBy, ...placeOf(billable, behind) }
  })

const nowhere = { title: null, projectId: null, cycleId: null, taskId: null, runId: null }

const placeOf = ({ sourceKind, sourceId }: RecordedBillable, { tasks, decisions, cycles }: BillingSources) => {
  const id = sourceId ?? ''
  const task = tasks.get(id)
  if (sourceKind === 'task' && task) {
    const { title, projectId, cycleId, runId } = task
    return { title, projectId, cycleId, taskId: task.id, runId }
  }
  const cycle = cycles.get(sourceKind === 'decision' ? (decisions.get(id)?.cycleId ?? '') : id)
  if (!cycle) return nowhere
  return { title: cycle.title, projectId: cycle.projectId, cycleId: cycle.id, taskId: null, runId: cycle.runId }
}

const getClientInvoiceEvidence = handle(contract.getClientInvoiceEvidence, async ({ tx, params, caller, fail, ok }) => {
  const invoice = (await findInvoiceFor(tx, params.id, caller)) ?? fail.hidden()
  const lines = await linesOf(tx, { invoiceId: invoice.id })
  const behind = await findBillingSources(tx, lines)
  return ok({ ...sealEvidence(evidenceOf(invoice, lines, behind)), notes: notesOf(lines, behind) })
})

const withPack = async (tx: Transaction, row: InvoiceRow | undefined) => row && { row, pack: await packOf(tx, row) }

const getClientInvoiceEvidencePdf = handle(
  contract.getClientInvoiceEvidencePdf,
  async ({ read, params, caller, signal, fail, ok }) => {
    const found = await read(async (tx) => withPack(tx, await findInvoiceFor(tx, params.id, caller)))
    const { row, pack } = found ?? fail.hidden()
    if (row.issuedAt === null) return fail.notIssued()
    const made = await pdfWithinLimits(row, pack, signal)
    if (typeof made === 'string') return fail.unmade({ reason: made })
    return ok(Readable.from([made]))
  },
)

const getPortalInvoiceEvidence = handle(contract.getPortalInvoiceEvidence, async ({ tx, params, caller, fail, ok }) => {
  const invoice = (await findInvoiceForSeat(tx, params.id, caller)) ?? fail.hidden()
  return ok(await packOf(tx, invoice))
})

const getPortalInvoiceEvidencePdf = handle(
  contract.getPortalInvoiceEvidencePdf,
  async ({ read, params, caller, signal, fail, ok }) => {
    const found = await read(async (tx) => withPack(tx, await findInvoiceForSeat(tx, params.id, caller)))
    const { row, pack } = found ?? fail.hidden()
    const made = await pdfWithinLimits(row, pack, signal)
    if (typeof made === 'string') return fail.unmade({ reason: made })
    return ok(Readable.from([made]))
  },
)

export default () => ({
  getClientInvoiceEvidence,
  getClientInvoiceEvidencePdf,
  getPortalInvoiceEvidence,
  getPortalInvoiceEvidencePdf,
})
