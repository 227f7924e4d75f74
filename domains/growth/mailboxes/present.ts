import { dayIn } from '../../accounts/workspaces/index.ts'
import type { Static } from 'typebox'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { GrowthMailbox } from './contract.ts'
import { isWarmingUp, sendsOn } from './rules.ts'
import { sentOn } from './store.ts'
import type { MailboxRow } from './tables.ts'

type WireMailbox = Static<typeof GrowthMailbox>

/** Mailboxes with the number that each sent on this day of its own time zone. */
export const presentMailboxes = async (
  tx: Transaction,
  rows: readonly MailboxRow[],
  now: Date,
): Promise<WireMailbox[]> => {
  const days = new Map(rows.map(({ id, timeZone }) => [id, dayIn(timeZone, now)]))
  const sent = await sentOn(tx, days)
  return rows.map((row) => present(row, days.get(row.id)!, sent.get(row.id) ?? 0))
}

export const presentMailbox = async (tx: Transaction, mailbox: MailboxRow, now: Date): Promise<WireMailbox> =>
  (await presentMailboxes(tx, [mailbox], now))[0]!

const present = (mailbox: MailboxRow, day: string, sent: number): WireMailbox => {
  const { id, provider, address, displayName, status, failure, dailyLimit, timeZone } = mailbox
  const { dkimSelector, connectedAt, disconnectedAt } = mailbox
  return {
    id,
    provider,
    address,
    displayName,
    status,
    failure,
    dailyLimit,
    dkimSelector,
    warmUp: { startedOn: mailbox.warmUpStartedOn, isWarmingUp: isWarmingUp(day, mailbox) },
    today: { day, sent, limit: sendsOn(day, mailbox) },
    setAside: { mails: mailbox.setAsideMails, reason: mailbox.setAsideReason },
    timeZone,
    connectedAt,
    disconnectedAt,
  }
}
