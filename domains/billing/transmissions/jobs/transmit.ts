import {
  AccessPointFailure,
  type AccessPointAccount,
  type Journal,
  type OutgoingDocument,
} from '../../../../execution/access-points/index.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { eachDue, inDueWorkspaces, type ScheduledContext, type Turn } from '../../../../platform/jobs/index.ts'
import { findSentDocument } from '../../documents/index.ts'
import { findInvoice, lockInvoice } from '../../invoices/index.ts'
import { openAccount } from '../keys.ts'
import { endUnsent, recordFact } from '../learn.ts'
import type { TransmissionParts } from '../connect.ts'
import { pauseMs } from '../rules.ts'
import { connectionOf, clearSpentKeys, spentKeysIn } from '../store.ts'
import * as store from '../store-transmissions.ts'
import type { TransmissionRow } from '../tables.ts'

// Longer than all requests of an attempt: `send` and `find` may each take 200 seconds.
const claimMs = 600_000
const pageSize = 20

type JobParts = Pick<TransmissionParts, 'database' | 'vault' | 'accessPoints'>

/** Transmits invoices, and asks for their states. Each request that has an effect is stored before it is sent. */
export const transmit = (parts: JobParts, context: ScheduledContext): Promise<void> =>
  inDueWorkspaces(
    parts.database,
    async (tx, limit) => [
      ...new Set([...(await store.transmissionsDueIn(tx, limit)), ...(await spentKeysIn(tx, limit))]),
    ],
    async (workspace, turn) => {
      const due = await parts.database.within(workspace, async (tx) =>
        store.claimDueTransmissions(tx, { now: await tx.now(), pauseMs: claimMs, limit: pageSize }),
      )
      await eachDue(due, (row) => attempt({ ...parts, workspace, row }, turn), turn, {
        failure: 'An attempt to hand an invoice over failed; will retry',
        about: ({ id }) => ({ workspace, transmission: id }),
      })
      await parts.database.within(workspace, async (tx) => {
        await store.stopPollingDisconnected(tx)
        await clearSpentKeys(tx)
      })
    },
    context,
  )

interface Attempt extends JobParts {
  readonly workspace: string
  readonly row: TransmissionRow
}

/** The transmission was ended, or another attempt has begun. */
class Superseded extends Error {}

const attempt = async (at: Attempt, { log }: Turn): Promise<void> => {
  const { accessPoints, row } = at
  try {
    const account = await accountOf(at)
    const driver = accessPoints[row.driver]
    const isSent = !['waiting', 'created', 'sending'].includes(row.state)
    const reference = isSent
      ? row.reference!
      : (await driver.send(account, await documentOf(at), journalOf(at))).reference
    const facts = await driver.find(account, reference).catch(asUnavailable)
    await changing(at, async (tx, held) => {
      let known = held
      for (const fact of facts) known = await recordFact(tx, known, fact)
      await postpone(tx, known, known.state === 'failed' ? known : noTrouble)
    })
  } catch (error) {
    if (error instanceof Superseded) return
    if (!(error instanceof AccessPointFailure)) throw error
    log.warn({ err: error, workspace: at.workspace, transmission: row.id }, 'An access point did not do its part')
    await changing(at, (tx, held) => keepFailure(tx, held, error))
  }
}

/** Runs a change that locks the invoice and the transmission; undefined if another attempt has begun. */
const changing = <T>(
  { database, workspace, row }: Attempt,
  work: (tx: Transaction, held: TransmissionRow, isVoid: boolean) => Promise<T>,
): Promise<T | undefined> =>
  database.within(workspace, async (tx) => {
    const invoice = await lockInvoice(tx, row.invoiceId)
    const held = await store.lockAttempt(tx, row)
    return held && work(tx, held, invoice?.status === 'void')
  })

const accountOf = async ({ database, vault, workspace, row }: Attempt): Promise<AccessPointAccount> => {
  const account = await database.reading(workspace, async (tx) =>
    openAccount(tx, vault, (await connectionOf(tx, row.connectionId))!),
  )
  if (!account) throw new AccessPointFailure('unavailable', 'disconnected')
  return account
}

const documentOf = ({ database, workspace, row }: Attempt): Promise<OutgoingDocument> =>
  database.reading(workspace, async (tx) => {
    const invoice = (await findInvoice(tx, { id: row.invoiceId }))!
    return {
      bytes: (await findSentDocument(tx, row.invoiceId, row.sha256))!,
      sha256: row.sha256,
      invoiceNumber: invoice.invoiceNumber!,
      from: invoice.sellerElectronic!.endpoint!,
      to: invoice.buyerElectronic!.endpoint!,
    }
  })

/** No later attempt sends a void invoice, or an invoice whose access point was disconnected. */
const journalOf = (at: Attempt): Journal => {
  const keep = async (work: (tx: Transaction, id: string) => Promise<TransmissionRow | undefined>) => {
    const kept = await changing(at, async (tx, held, isVoid) => {
      if (!isVoid) return work(tx, held.id)
      const ended = await endUnsent(tx, held, { reason: 'invoice_void', detail: null })
      return postpone(tx, ended, ended)
    })
    if (!kept) throw new Superseded('The hand-over is not wanted any more')
  }
  return {
    reference: at.row.reference,
    hasBegun: at.row.state === 'sending',
    keepReference: (reference) => keep((tx, id) => store.markCreated(tx, { id, reference })),
    keepBeginning: () =>
      keep(async (tx, id) => store.markSending(tx, { id, until: new Date((await tx.now()).getTime() + claimMs) })),
  }
}

/** A refusal means that nothing was sent; after every other failure it is tried again, as long as that makes sense. */
const keepFailure = async (tx: Transaction, held: TransmissionRow, failure: AccessPointFailure) => {
  const { kind, detail, retryAfterMs } = failure
  const isUnsent = held.state === 'waiting' || held.state === 'created'
  const isSent = !isUnsent && held.state !== 'sending'
  const isLate = isUnsent && pauseMs(held, await ageMs(tx, held)) === undefined
  if (isLate || (kind === 'refused' && !isSent)) {
    const ended = await endUnsent(tx, held, { reason: isLate ? 'no_answer' : 'refused', detail })
    return postpone(tx, ended, ended)
  }
  const trouble = held.state === 'failed' ? held : { reason: 'unavailable' as const, detail }
  return postpone(tx, held, trouble, retryAfterMs)
}

const ageMs = async (tx: Transaction, { begunAt }: TransmissionRow) => (await tx.now()).getTime() - begunAt.getTime()

/** A refused question about a document that may have been sent is no failure of it. */
const asUnavailable = (error: unknown): never => {
  if (!(error instanceof AccessPointFailure)) throw error
  const { detail, retryAfterMs } = error
  throw new AccessPointFailure('unavailable', detail, { cause: error, retryAfterMs })
}

const noTrouble = { reason: null, detail: null }

const postpone = async (
  tx: Transaction,
  row: TransmissionRow,
  { reason, detail }: Pick<TransmissionRow, 'reason' | 'detail'>,
  leastMs = 0,
): Promise<undefined> => {
  const pause = pauseMs(row, await ageMs(tx, row))
  const next = pause === undefined ? null : new Date((await tx.now()).getTime() + Math.max(pause, leastMs))
  await store.postponeAttempt(tx, { id: row.id, attempts: row.attempts, next, reason, detail })
}
