import { v7 as uuidv7 } from 'uuid'
import { hash } from 'node:crypto'
import type { TransmissionFact } from '../../../execution/access-points/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { aboutInvoice, findInvoice, recordAbout } from '../invoices/index.ts'
import { outranks, type TransmissionReason } from './rules.ts'
import { updateTransmissionState, insertStatus } from './store-transmissions.ts'
import type { StatusRow, TransmissionRow, ConnectionRow } from './tables.ts'
import type { Subject } from '../../../platform/handler/index.ts'

/** A failure before the access point sent anything. */
interface UnsentFailure {
  readonly reason: Exclude<TransmissionReason, 'not_delivered' | 'unavailable'>
  readonly detail: string | null
}

const events = {
  handed_over: 'client_invoice.handed_over',
  delivered: 'client_invoice.delivered',
  answered: 'client_invoice.answered',
  failed: 'client_invoice.hand_over_failed',
} as const

/** Records a fact about a locked transmission, if it outranks the known facts; returns the row afterwards. */
export const recordFact = async (
  tx: Transaction,
  known: TransmissionRow,
  fact: TransmissionFact,
): Promise<TransmissionRow> => {
  const { state, answer } = fact
  const outcome = { state, answer, answeredAt: state === 'answered' ? fact.at : null }
  if (!outranks(outcome, known)) return known
  const now = await tx.now()
  const failure =
    state === 'failed' ? ({ reason: 'not_delivered', detail: fact.detail } as const) : { reason: null, detail: null }
  const row = await updateTransmissionState(tx, { id: known.id, ...outcome, ...failure })
  await recordStatus(tx, row, {
    state,
    code: answer ?? fact.code,
    source: 'access_point',
    at: fact.at ?? now,
    rawSha256: hash('sha256', fact.evidence),
  })
  return row
}

/** Ends a transmission that the caller holds, and that was not sent. */
export const endUnsent = async (tx: Transaction, known: TransmissionRow, { reason, detail }: UnsentFailure) => {
  const outcome = { state: 'failed', answer: null, answeredAt: null } as const
  const row = await updateTransmissionState(tx, { id: known.id, ...outcome, reason, detail })
  await recordStatus(tx, row, {
    state: 'failed',
    code: reason,
    source: reason === 'refused' ? 'access_point' : 'server',
    at: await tx.now(),
    rawSha256: null,
  })
  return row
}

type LearnedStatus = Pick<StatusRow, 'code' | 'source' | 'at'> & {
  readonly state: keyof typeof events
  readonly rawSha256: string | null
}

/** The status, its audit row and its event, in one transaction. */
const recordStatus = async (tx: Transaction, row: TransmissionRow, status: LearnedStatus) => {
  await insertStatus(tx, { id: uuidv7(), transmissionId: row.id, ...status, now: await tx.now() })
  const { state, code, rawSha256 } = status
  const { answer, reason, reference, environment } = row
  const details = { ...transmissionDetails(row), state, code, reason, reference, rawSha256 }
  recordAbout(
    tx,
    aboutInvoice((await findInvoice(tx, { id: row.invoiceId }))!, details),
    { action: 'client_invoice.transmit', category: 'update', severity: state === 'failed' ? 'warning' : 'info' },
    { name: events[state], payload: { transmissionId: row.id, environment, answer, reason } },
  )
}

/** The subject of this connection's audit rows and events. No key is in it. */
export const connectionAuditSubject = ({ id, driver, environment }: ConnectionRow, more: object = {}): Subject => ({
  resource: ['access_point', id],
  metadata: { driver, environment, ...more },
})

/** The facts about a transmission in audit rows. */
export const transmissionDetails = ({ id, sha256, profile, driver, environment }: TransmissionRow) => ({
  transmissionId: id,
  sha256,
  profile,
  driver,
  environment,
})
