import type { Transaction } from '../../../platform/db/transaction.ts'
import { saveRefusal } from '../leads/index.ts'
import type { MessageIntent } from './rules.ts'

const open: readonly MessageIntent[] = ['interested', 'question', 'not_now']

/**
 * Stores on its lead the refusal in a reply: a refusal lasts until a reply that is open to mail, or until a person
 * sorts the refusal as another intent.
 */
export const keepRefusal = async (
  tx: Transaction,
  leadId: string,
  { from, to }: { readonly from: MessageIntent | null; readonly to: MessageIntent | null },
  now: Date,
): Promise<void> => {
  if (to === 'not_interested') await saveRefusal(tx, leadId, now)
  else if (from === 'not_interested' || (to !== null && open.includes(to))) await saveRefusal(tx, leadId, null)
}
