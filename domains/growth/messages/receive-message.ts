import { record } from '../../../platform/audit/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { markReplied } from '../leads/index.ts'
import { insertInbound, type InboundMessage } from './store-thread.ts'
import type { MessageRow } from './tables.ts'

/** Audit actions of mail that came in. */
export const receivingActions = ['growth_message.receive'] as const

/**
 * Stores a mail that came in, of a lead that is locked, with its audit row and event, which have no address and no text of
 * it; undefined if it is stored already. A mail that only names the lead is no reply of it.
 */
export const receiveMessage = async (
  tx: Transaction,
  received: InboundMessage,
  { isOfLead = true }: { readonly isOfLead?: boolean } = {},
): Promise<MessageRow | undefined> => {
  const message = await insertInbound(tx, received)
  if (!message) return undefined
  const { id, leadId, growthProjectId, kind, intent } = message
  if (isOfLead) await markReplied(tx, leadId, received.now, intent)
  const details = { leadId, kind, intent }
  record(
    tx,
    {
      action: receivingActions[0],
      category: 'create',
      outcome: 'success',
      actor: { type: 'system', id: null },
      source: 'internal',
      resource: ['growth_message', id],
      parent: ['growth_project', growthProjectId],
      details,
    },
    { name: 'growth_message.received', entity: ['growth_message', id], payload: { growthProjectId, ...details } },
  )
  return message
}
