import type { Transaction } from '../../../platform/db/transaction.ts'
import { lockLead, markContacted } from '../leads/index.ts'
import {
  releaseSend,
  sendMail,
  claimSend,
  type MailboxParts,
  type MailboxRow,
  type OutgoingMail,
  type SendOutcome,
} from '../mailboxes/index.ts'
import {
  beginSending,
  endSending,
  letNextFollow,
  messageIdOf,
  type MessageRow,
  postponeMail,
  postponeUntried,
  stopSequence,
  receptionOf,
} from '../messages/index.ts'
import { nextTry, waits, limitPassedBy, limits } from './rules/send-decision.ts'
import { lockPlay, pausePlay } from '../plays/index.ts'
import { recordInProject } from '../research/index.ts'

/** A mail that is marked as being handed over, as it goes to the mail server. */
export interface MarkedMail {
  readonly row: MessageRow
  readonly mail: OutgoingMail
}

/** Another effect of the end of a mail that was sent, refused or cancelled, or whose delivery is unknown. */
export type RecordEnd = (tx: Transaction, message: MessageRow) => void

/**
 * Sends one mail, at most once: `begin` decides in the transaction that marks it, and another transaction stores the
 * outcome. A process that dies in between leaves the mail to the sweep, which never sends it again. Returns the mail
 * afterwards; undefined if `begin` found no mail. See decisions/0221.
 */
export const handOver = async (
  parts: MailboxParts,
  workspace: string,
  begin: (tx: Transaction) => Promise<MarkedMail | MessageRow | undefined>,
  recordEnd: RecordEnd,
): Promise<MessageRow | undefined> => {
  const begun = await parts.database.within(workspace, begin)
  if (!begun || !('mail' in begun)) return begun
  const outcome = await sendMail(parts, workspace, begun.row.mailboxId!, begun.mail)
  return parts.database.within(workspace, async (tx) => {
    const settled = await settle(tx, begun.row, outcome)
    if (settled && settled.status !== 'approved') recordEnd(tx, settled)
    return settled
  })
}

type Thread = Pick<MessageRow, 'inReplyTo' | 'referenceIds'>

/** Claims a send of the first mailbox that has one left and marks the mail; undefined if no mailbox has. */
export const markWith = async (
  tx: Transaction,
  { id, attempts }: MessageRow,
  mailboxes: readonly MailboxRow[],
  { inReplyTo, referenceIds }: Thread,
  now: Date,
): Promise<MessageRow | undefined> => {
  for (const mailbox of mailboxes) {
    if (!(await claimSend(tx, mailbox.id, now))) continue
    const messageId = messageIdOf(`${id}.${attempts + 1}`, mailbox.address)
    return beginSending(tx, { id, mailboxId: mailbox.id, messageId, inReplyTo, referenceIds, now })
  }
  return undefined
}

type Content = Pick<OutgoingMail, 'to' | 'subject' | 'text' | 'unsubscribeUrl'>

/** A marked mail as it goes to the mail server. */
export const markedMailOf = (row: MessageRow, content: Content): MarkedMail => ({
  row,
  mail: {
    messageId: row.messageId!,
    ...content,
    ...(row.inReplyTo !== null && { inReplyTo: row.inReplyTo }),
    ...(row.referenceIds.length > 0 && { references: row.referenceIds }),
  },
})

const settle = async (tx: Transaction, row: MessageRow, outcome: SendOutcome): Promise<MessageRow | undefined> => {
  const now = await tx.now()
  if (!(await lockLead(tx, { id: row.leadId }))) return undefined
  if (outcome.kind === 'sent') return settleSent(tx, row, now)
  if (outcome.kind === 'unknown') return endSending(tx, row.id, 'unknown', outcome.reason, now)
  await releaseSend(tx, row.mailboxId!, row.handedOverAt!)
  // An unreachable mailbox is no fact about the recipient: the mail waits as long as it takes.
  if (outcome.kind === 'unavailable') return postponeUntried(tx, row.id, waits.heldUp(now), outcome.reason)
  const again = outcome.permanent ? undefined : nextTry(now, row.attempts)
  if (again) return postponeMail(tx, row.id, again, outcome.reason)
  const refused = await endSending(tx, row.id, 'refused', outcome.reason, now)
  if (row.step !== null) {
    await stopSequence(tx, row.leadId, 'refused', now)
    await judgePlay(tx, row.growthPlayId!, now)
  }
  return refused
}

const settleSent = async (tx: Transaction, row: MessageRow, now: Date): Promise<MessageRow | undefined> => {
  const sent = await endSending(tx, row.id, 'sent', null, now)
  if (!sent) return undefined
  await markContacted(tx, { id: row.leadId, now })
  await letNextFollow(tx, sent, now)
  return sent
}

const dayMs = 86_400_000

/** Audit actions that no operation of plays writes. */
export const playJobActions = ['growth_play.pause'] as const

/** Pauses a play whose complaints or bounces passed a limit. Two reports of a mail count once. */
export const judgePlay = async (tx: Transaction, playId: string, now: Date): Promise<void> => {
  // The second of two reports at the same time counts the first.
  await lockPlay(tx, { id: playId })
  const reception = await receptionOf(tx, { playId, since: new Date(now.getTime() - limits.days * dayMs) })
  const reason = limitPassedBy(reception)
  const paused = reason && (await pausePlay(tx, { playId, reason, now }))
  if (!paused) return
  const { growthProjectId } = paused
  const details = { reason, ...reception }
  recordInProject(
    tx,
    { resource: ['growth_play', playId], growthProjectId, details },
    { action: playJobActions[0], category: 'execute', severity: 'warning' },
    { name: 'growth_play.paused', payload: details },
  )
}
