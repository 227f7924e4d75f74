import type { Static } from 'typebox'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { GrowthMailbox } from './contract.ts'
import { dayIn, isWarmingUp, sendsOn } from './rules.ts'
import { sentOn } from './store.ts'
import type { MailboxRow } from './tables.ts'

export const presentMailbox = async (
  tx: Transaction,
  mailbox: MailboxRow,
  now: Date,
): Promise<Static<typeof GrowthMailbox>> => {
  const { id, provider, address, displayName, status, failure, dailyLimit, timeZone, connectedAt, disconnectedAt } =
    mailbox
  const day = dayIn(timeZone, now)
  return {
    id,
    provider,
    address,
    displayName,
    status,
    failure,
    dailyLimit,
    warmUp: { startedOn: mailbox.warmUpStartedOn, isWarmingUp: isWarmingUp(day, mailbox) },
    today: { day, sent: await sentOn(tx, id, day), limit: sendsOn(day, mailbox) },
    timeZone,
    connectedAt,
    disconnectedAt,
  }
}
