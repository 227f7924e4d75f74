import type { Vault } from '../../../platform/crypto/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { type LeadRow, optOutLead } from '../leads/index.ts'
import { stopAllMail } from '../plays/index.ts'
import { suppressAddress } from '../suppression/index.ts'

interface MailEnd {
  readonly source: 'unsubscribe' | 'bounce' | 'complaint'
  /** Whether the lead wants no mail; false for an address that takes none. */
  readonly isOptOut: boolean
  readonly now: Date
}

const reasons = { unsubscribe: 'unsubscribed', bounce: 'bounced', complaint: 'complained' } as const

/** Ends all mail to a lead that is locked: its address is put on the do-not-contact list. Throws VaultUnavailable. */
export const endMail = async (tx: Transaction, vault: Vault, lead: LeadRow, { source, isOptOut, now }: MailEnd) => {
  if (lead.address !== null) await suppressAddress(tx, vault, lead.address, source)
  if (isOptOut) await optOutLead(tx, lead.id, now)
  await stopAllMail(tx, lead.id, reasons[source], now)
}
