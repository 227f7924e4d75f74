import type { Vault } from '../../../platform/crypto/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { type LeadRow, optOutLead } from '../leads/index.ts'
import { settleUndecided, stopAllMail } from '../messages/index.ts'
import { suppressAddress } from '../suppression/index.ts'

interface MailEnd {
  readonly source: 'unsubscribe' | 'bounce' | 'complaint'
  /** The address from which the wish came, where that is another one; null for none. */
  readonly alsoFrom: string | null
  readonly now: Date
}

const reasons = { unsubscribe: 'unsubscribed', bounce: 'bounced', complaint: 'complained' } as const

/** Ends all mail to a lead that is locked: its address is put on the do-not-contact list. Throws VaultUnavailable. */
export const endMail = async (tx: Transaction, vault: Vault, lead: LeadRow, { source, alsoFrom, now }: MailEnd) => {
  const addresses = [lead.address, alsoFrom].filter((address) => address !== null)
  for (const address of [...new Set(addresses)]) await suppressAddress(tx, vault, address, source)
  // An address that takes no mail says nothing of what its owner wants.
  if (source !== 'bounce') {
    await optOutLead(tx, lead.id, now)
    await settleUndecided(tx, lead.id)
  }
  await stopAllMail(tx, lead.id, reasons[source], now)
}
