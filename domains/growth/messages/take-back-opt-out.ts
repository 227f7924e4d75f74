import { record } from '../../../platform/audit/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { forgetOptOut, isOptedOutBeside, type LeadRow } from '../leads/index.ts'
import { lockSuppressions, releaseAddress } from '../suppression/index.ts'
import type { EndedBy } from './end-mail.ts'
import { hasWishBeside } from './store-undecided.ts'
import type { MessageRow } from './tables.ts'

/** The audit action of an opt-out that is taken back. */
export const takingBackAction = 'growth_lead.take_back_opt_out'

interface TakenBack {
  readonly reason: string
  readonly by: EndedBy
}
/**
 * Reverts a wish that only a rule read in a mail; its lead is locked. The mail stays in the thread. Its addresses leave
 * the do-not-contact list if that mail put them there and no other lead of theirs opted out.
 */
export const takeBackOptOut = async (
  tx: Transaction,
  lead: LeadRow,
  { id: messageId, senderAddress }: Pick<MessageRow, 'id' | 'senderAddress'>,
  { reason, by }: TakenBack,
): Promise<void> => {
  const { id, growthProjectId, growthPlayId, address: own, optedOutAt } = lead
  await lockSuppressions(tx)
  for (const address of new Set([own, senderAddress].filter((one) => one !== null)))
    if (!(await isOptedOutBeside(tx, id, address)) && !(await hasWishBeside(tx, id, address)))
      await releaseAddress(tx, address, optedOutAt!)
  await forgetOptOut(tx, id)
  const entity = ['growth_lead', id] as const
  record(
    tx,
    {
      action: takingBackAction,
      category: 'update',
      severity: 'notice',
      outcome: 'success',
      ...by,
      resource: entity,
      parent: ['growth_project', growthProjectId],
      details: { messageId, reason },
    },
    { name: 'growth_lead.opt_out_taken_back', entity, payload: { growthProjectId, growthPlayId, messageId } },
  )
}
