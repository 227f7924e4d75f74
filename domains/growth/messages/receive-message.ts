import type { Transaction } from '../../../platform/db/transaction.ts'
import { markReplied, saveRefusal } from '../leads/index.ts'
import { recordInProject } from '../research/index.ts'
import { insertInbound, type InboundMessage } from './store-thread.ts'
import { endLongWaits } from './store-undecided.ts'
import type { MessageRow } from './tables.ts'
import type { MessageIntent } from './rules.ts'

/** Audit actions of mail that came in. */
export const receivingActions = ['growth_message.receive', 'growth_message.end_wait'] as const

/**
 * Stores a mail that came in, of a lead that is locked, with its audit row and event, which have no address and no text of
 * it; undefined if it is stored already. A mail that only names the lead is no reply of it.
 */
export const receiveMessage = async (tx: Transaction, received: InboundMessage): Promise<MessageRow | undefined> => {
  const message = await insertInbound(tx, received)
  if (!message) return undefined
  const { id, leadId, growthProjectId, kind, intent } = message
  if (!message.namesLead) await markReplied(tx, { id: leadId, now: received.now, intent })
  if (kind === 'reply') await recordLeadRefusal(tx, leadId, { from: null, to: intent }, received.now)
  const details = { leadId, kind, intent }
  recordInProject(
    tx,
    { resource: ['growth_message', id], growthProjectId, details },
    { action: receivingActions[0], category: 'create' },
    { name: 'growth_message.received' },
    ...(message.namesLead && message.needsDecision ? [{ name: 'growth_message.wait_began' }] : []),
  )
  return message
}

/** Releases mail that waited seven days for the decision about a sentence of another sender, and records it. */
export const endWaits = async (tx: Transaction): Promise<void> => {
  for (const { id, leadId, growthProjectId } of await endLongWaits(tx))
    recordInProject(
      tx,
      { resource: ['growth_message', id], growthProjectId, details: { leadId } },
      { action: receivingActions[1], category: 'update' },
      { name: 'growth_message.wait_ended' },
    )
}

const open: readonly MessageIntent[] = ['interested', 'question', 'not_now']

/** Stores a refusal on its lead: it lasts until a reply that is open to mail, or until a person sorts it otherwise. */
export const recordLeadRefusal = async (
  tx: Transaction,
  leadId: string,
  { from, to }: { readonly from: MessageIntent | null; readonly to: MessageIntent | null },
  now: Date,
): Promise<void> => {
  if (to === 'not_interested') await saveRefusal(tx, { id: leadId, at: now })
  else if (from === 'not_interested' || (to !== null && open.includes(to)))
    await saveRefusal(tx, { id: leadId, at: null })
}
