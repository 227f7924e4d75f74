import { record } from '../../../platform/audit/index.ts'
import type { Vault } from '../../../platform/crypto/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { lockLead, optOutLead } from '../leads/index.ts'
import { suppressAddress, suppressHash } from '../suppression/index.ts'
import { stopAllMail, settleUndecided } from '../messages/index.ts'
import type { UnsubscribeToken } from './unsubscribe-token.ts'

/** The effect of a click on a link: a lead that was erased before links had hashes is not known any more. */
type UnsubscribeOutcome = 'done' | 'unknown'

/** Ends all mail to a lead, and puts its address on the do-not-contact list: by its hash where the lead was erased. */
export const unsubscribeLead = async (
  tx: Transaction,
  vault: Vault,
  { leadId, addressHash }: Pick<UnsubscribeToken, 'leadId' | 'addressHash'>,
): Promise<UnsubscribeOutcome> => {
  const lead = await lockLead(tx, leadId)
  const now = await tx.now()
  if (!lead) {
    if (addressHash === null) return 'unknown'
    if (await suppressHash(tx, addressHash)) recordUnsubscribed(tx, { id: leadId })
    return 'done'
  }
  if (lead.address !== null) await suppressAddress(tx, vault, lead.address, 'unsubscribe')
  await stopAllMail(tx, lead.id, 'unsubscribed', now)
  await settleUndecided(tx, lead.id)
  if (lead.optedOutAt !== null) return 'done'
  await optOutLead(tx, lead.id, now)
  recordUnsubscribed(tx, lead)
  return 'done'
}

interface UnsubscribedLead {
  readonly id: string
  /** Not known of a lead that was erased. */
  readonly growthProjectId?: string | null
  readonly growthPlayId?: string | null
}

const recordUnsubscribed = (
  tx: Transaction,
  { id, growthProjectId = null, growthPlayId = null }: UnsubscribedLead,
): void =>
  record(
    tx,
    {
      action: 'growth_lead.unsubscribe',
      category: 'update',
      outcome: 'success',
      actor: { type: 'system', id: null },
      source: 'web',
      resource: ['growth_lead', id],
      ...(growthProjectId !== null && { parent: ['growth_project', growthProjectId] as const }),
      details: { growthPlayId },
    },
    { name: 'growth_lead.unsubscribed', entity: ['growth_lead', id], payload: { growthProjectId, growthPlayId } },
  )
