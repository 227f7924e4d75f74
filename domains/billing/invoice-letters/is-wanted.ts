import type { Database } from '../../../platform/db/database.ts'
import { findInvoice } from '../invoices/index.ts'
import { invoiceMailKind, isStillTrue } from './rules.ts'
import { letterOfMail, withdrawLetter } from './store.ts'

interface Queued {
  readonly id: string
  readonly kind: string
  readonly workspaceId: string | null
}

/**
 * Whether a queued letter of an invoice may still go, asked right before each attempt: a mail server can be away for
 * days. One that asks for money which was paid meanwhile, or that brings an invoice which was voided, is withdrawn.
 */
export const isInvoiceLetterWanted =
  (database: Database) =>
  async ({ id, kind, workspaceId }: Queued): Promise<boolean> => {
    if (kind !== invoiceMailKind || workspaceId === null) return true
    return database.within(workspaceId, async (tx) => {
      const letter = await letterOfMail(tx, id)
      const invoice = letter && (await findInvoice(tx, letter.invoiceId))
      if (!letter || !invoice) return false
      const isWanted = letter.withdrawnAt === null && isStillTrue(letter.invoiceStatus, invoice.status)
      if (!isWanted) await withdrawLetter(tx, letter.id, await tx.now())
      return isWanted
    })
  }
