import type { Database } from '../../../platform/db/database.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { packOf } from '../evidence/index.ts'
import { findInvoice, lastPaymentAt, type InvoiceRow } from '../invoices/index.ts'
import { invoiceMailKind, isStillTrue, settingFor } from './rules.ts'
import { reminderSettings, letterOfMail, withdrawLetter } from './store.ts'
import type { InvoiceLetterRow } from './tables.ts'

interface Queued {
  readonly id: string
  readonly kind: string
  readonly workspaceId: string | null
}

/**
 * True if a queued letter of an invoice may still go, asked right before each attempt: a mail server can be away for
 * days. A letter that asks for money which was paid since, that brings an invoice which was voided, or evidence that
 * changed, is withdrawn; so is a reminder that was switched off.
 */
export const isInvoiceLetterWanted =
  (database: Database) =>
  async ({ id, kind, workspaceId }: Queued): Promise<boolean> => {
    if (kind !== invoiceMailKind || workspaceId === null) return true
    return database.within(workspaceId, async (tx) => {
      const letter = await letterOfMail(tx, { mailId: id })
      const invoice = letter && (await findInvoice(tx, { id: letter.invoiceId }))
      if (!letter || !invoice) return false
      const movedAt = await lastPaymentAt(tx, invoice.id)
      const isTrue = letter.withdrawnAt === null && isStillTrue(letter, { status: invoice.status, movedAt })
      const isWanted =
        isTrue && (await isStillSet(tx, letter, invoice.clientAccountId)) && (await isStillProved(tx, letter, invoice))
      if (!isWanted) await withdrawLetter(tx, { id: letter.id, now: await tx.now() })
      return isWanted
    })
  }

const isStillSet = async (tx: Transaction, { dayOffset }: InvoiceLetterRow, clientAccountId: string) =>
  dayOffset === null || (settingFor(await reminderSettings(tx), clientAccountId)?.days.includes(dayOffset) ?? false)

// Deliverables withdrawn from clients since must not reach them in a letter that waited.
const isStillProved = async (tx: Transaction, { evidenceSha256 }: InvoiceLetterRow, invoice: InvoiceRow) =>
  evidenceSha256 === null || (await packOf(tx, invoice)).sha256 === evidenceSha256
