import { record } from '../../../platform/audit/index.ts'
import type { Vault } from '../../../platform/crypto/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { lockLead, optOutLead } from '../leads/index.ts'
import { suppressAddress } from '../suppression/index.ts'
import { stopAllMail } from './stop-sequence.ts'

/** Ends all mail to a lead, and puts its address on the do-not-contact list. A lead that is gone has no address any more. */
export const unsubscribeLead = async (tx: Transaction, vault: Vault, leadId: string): Promise<void> => {
  const lead = await lockLead(tx, leadId)
  if (!lead) return
  const now = await tx.now()
  if (lead.address !== null) await suppressAddress(tx, vault, lead.address, 'unsubscribe')
  await stopAllMail(tx, lead.id, 'unsubscribed', now)
  if (lead.optedOutAt !== null) return
  await optOutLead(tx, lead.id, now)
  const { growthPlayId, growthProjectId } = lead
  record(
    tx,
    {
      action: 'growth_lead.unsubscribe',
      category: 'update',
      outcome: 'success',
      actor: { type: 'system', id: null },
      source: 'web',
      resource: ['growth_lead', lead.id],
      parent: ['growth_project', growthProjectId],
      details: { growthPlayId },
    },
    { name: 'growth_lead.unsubscribed', entity: ['growth_lead', lead.id], payload: { growthProjectId, growthPlayId } },
  )
}
