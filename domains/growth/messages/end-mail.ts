import { byServer, type AuditEntry, record } from '../../../platform/audit/index.ts'
import type { Vault } from '../../../platform/crypto/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { type LeadRow, optOutLead, stopLead, clearOptOut, isOptedOutBeside } from '../leads/index.ts'
import { recordInProject } from '../research/index.ts'
import { suppressAddress, lockSuppressions, releaseAddress } from '../suppression/index.ts'
import { settleUndecided, hasWishBeside } from './store-undecided.ts'
import { cancelMails, cancelSteps } from './store-sending.ts'
import type { MessageRow } from './tables.ts'

/** The actor who ended the mail, and the way on which the wish came. */
export type EndedBy = Pick<AuditEntry, 'actor' | 'source'>
export const endedByMail: EndedBy = byServer
export const endedByLink: EndedBy = { ...byServer, source: 'web' }

interface MailEnd {
  readonly source: 'unsubscribe' | 'bounce' | 'complaint'
  /** The sender's address if it differs from the lead's; otherwise null. */
  readonly alsoFrom: string | null
  readonly by: EndedBy
  readonly now: Date
  /** The mail whose wish can be taken back; undefined for a wish that lasts. */
  readonly revocableId?: string
}

const reasons = { unsubscribe: 'unsubscribed', bounce: 'bounced', complaint: 'complained' } as const

/** Ends all mail to a locked lead: lists its address and records its opt-out once. Throws VaultUnavailable. */
export const endMail = async (
  tx: Transaction,
  vault: Vault,
  lead: LeadRow,
  { source, alsoFrom, by, now, revocableId }: MailEnd,
): Promise<void> => {
  const addresses = [lead.address, alsoFrom].filter((address) => address !== null)
  for (const address of [...new Set(addresses)]) await suppressAddress(tx, vault, address, source)
  await stopLead(tx, { id: lead.id, reason: reasons[source], now })
  // People's waiting replies are cancelled too.
  await cancelMails(tx, { leadId: lead.id })
  // A bounce reveals nothing about the wish of the owner.
  if (source === 'bounce') return
  await settleUndecided(tx, { leadId: lead.id })
  await optOutLead(tx, { id: lead.id, now, messageId: revocableId ?? null })
  if (lead.optedOutAt === null) recordOptOut(tx, lead, by)
}

interface OptedOutLead {
  readonly id: string
  /** Unknown for a lead that was erased. */
  readonly growthProjectId?: string | null
  readonly growthPlayId?: string | null
}

/** The audit row and the event of a lead that gets no mail any more, as it wishes. No address is in them. */
export const recordOptOut = (
  tx: Transaction,
  { id, growthProjectId = null, growthPlayId = null }: OptedOutLead,
  by: EndedBy,
): void =>
  record(
    tx,
    {
      action: 'growth_lead.unsubscribe',
      category: 'update',
      outcome: 'success',
      ...by,
      resource: ['growth_lead', id],
      ...(growthProjectId !== null && { parent: ['growth_project', growthProjectId] as const }),
      details: { growthPlayId },
    },
    { name: 'growth_lead.unsubscribed', entity: ['growth_lead', id], payload: { growthProjectId, growthPlayId } },
  )

/** Ends the sequence of a lead that is locked: its drafts and approved mails are cancelled. */
export const stopSequence = async (tx: Transaction, leadId: string, reason: string, now: Date): Promise<void> => {
  await stopLead(tx, { id: leadId, reason, now })
  await cancelSteps(tx, { leadId })
}

/** The audit action of an opt-out that is taken back. */
export const takingBackAction = 'growth_lead.take_back_opt_out'

/** Reverts a wish that only a rule read: addresses leave the list if that mail added them and no other opted out. */
export const revertOptOut = async (
  tx: Transaction,
  lead: LeadRow,
  { id: messageId, senderAddress }: Pick<MessageRow, 'id' | 'senderAddress'>,
  { reason, by }: { readonly reason: string; readonly by: EndedBy },
): Promise<void> => {
  const { id, growthProjectId, growthPlayId, address: own, optedOutAt } = lead
  await lockSuppressions(tx)
  for (const address of new Set([own, senderAddress].filter((one) => one !== null)))
    if (!(await isOptedOutBeside(tx, id, address)) && !(await hasWishBeside(tx, id, address)))
      await releaseAddress(tx, address, optedOutAt!)
  await clearOptOut(tx, { id })
  recordInProject(
    tx,
    { resource: ['growth_lead', id], growthProjectId, details: { messageId, reason } },
    { action: takingBackAction, category: 'update', severity: 'notice', ...by },
    { name: 'growth_lead.opt_out_taken_back', payload: { growthProjectId, growthPlayId, messageId } },
  )
}
