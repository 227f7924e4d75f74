import type { Transaction } from '../../../platform/db/transaction.ts'
import { findLead, judgeLeads, leadCountry, lockLead, markContacted, type LeadRow } from '../leads/index.ts'
import { giveBackSend, sendMail, takeSend, type OutgoingMail, type SendOutcome } from '../mailboxes/index.ts'
import { findGrowthProject } from '../research/index.ts'
import { growthRules, isPostalAddress, nextOpening, zonesOf, type GrowthRules } from '../settings/index.ts'
import { holdSuppressions } from '../suppression/index.ts'
import { judgePlay } from './judge-play.ts'
import type { SendingParts } from './parts.ts'
import { mailboxesOf, type OutsideFacts } from './readiness.ts'
import { recordSending } from './record-changes.ts'
import { messageIdOf, replySubject, withFooter } from './rules/compose.ts'
import { isRunning } from './rules.ts'
import { missingOf, type PlayNeed } from './rules/preconditions.ts'
import { decide } from './rules/send-decision.ts'
import { dueAfter, nextTry } from './rules/sequence.ts'
import { doResolve } from './sources.ts'
import { stopSequence } from './stop-sequence.ts'
import { findPlay } from './store.ts'
import {
  beginSending,
  endSending,
  nextDue,
  postponeDue,
  postponeMail,
  postponeUntried,
  previousSteps,
  returnMail,
  setNextDue,
} from './store-sending.ts'
import { lockMessage } from './store-thread.ts'
import { hasUndecidedReply } from './store-undecided.ts'
import type { MessageRow, PlayRow } from './tables.ts'
import { unsubscribePath } from './unsubscribe-link.ts'
import { needsApproval } from './write-drafts.ts'

const minuteMs = 60_000
/** When a mail is looked at again that a person holds up, for which no send is left, or for which no time is open. */
const waits = { heldUpMs: 15 * minuteMs, noSendMs: 60 * minuteMs, neverOpenMs: 24 * 60 * minuteMs } as const

const later = (now: Date, ms: number) => new Date(now.getTime() + ms)

/**
 * Sends the next mail that is due, at most once: whether it may go out is decided in the transaction that marks it as being
 * handed over, and what became of it is stored in another. A process that dies in between leaves it to the sweep, which
 * never sends it again. False where nothing is due.
 */
export const sendNext = async (parts: SendingParts, workspace: string, outside: OutsideFacts): Promise<boolean> => {
  const { database } = parts
  const begun = await database.within(workspace, (tx) => begin(tx, parts, outside))
  if (begun === undefined) return false
  if (begun === 'decided') return true
  const outcome = await sendMail(parts, workspace, begun.row.mailboxId!, begun.mail)
  await database.within(workspace, (tx) => settle(tx, begun.row, outcome))
  return true
}

interface Handing {
  readonly row: MessageRow
  readonly mail: OutgoingMail
}

const begin = async (
  tx: Transaction,
  parts: SendingParts,
  outside: OutsideFacts,
): Promise<Handing | 'decided' | undefined> => {
  const now = await tx.now()
  const due = await nextDue(tx, now)
  if (!due) return undefined
  const message = await lockMessage(tx, due.id)
  const lead = await findLead(tx, due.leadId)
  const play = message?.growthPlayId ? await findPlay(tx, message.growthPlayId) : undefined
  if (message?.status !== 'approved' || !lead || !play) return 'decided'
  await holdSuppressions(tx)
  const rules = await growthRules(tx)
  const previous = await previousSteps(tx, message)
  const facts = { message, lead, play, rules, previous, outside }
  const decision = await decisionOf(tx, parts, facts)
  if (decision.kind === 'send') return (await handOver(tx, parts, facts, now)) ?? 'decided'
  if (decision.kind === 'hold') await holdAll(tx, play, decision.reason, now)
  else if (decision.kind === 'stop') await stopSequence(tx, lead.id, decision.reason, now)
  else if (decision.kind === 'return') await returnMail(tx, message.id, decision.reason)
  else await postponeMail(tx, message.id, later(now, waits.heldUpMs), decision.reason)
  return 'decided'
}

interface DueMail {
  readonly message: MessageRow
  readonly lead: LeadRow
  readonly play: PlayRow
  readonly rules: GrowthRules
  /** The mails of the sequence before it, the newest first. */
  readonly previous: readonly MessageRow[]
  readonly outside: OutsideFacts
}

const decisionOf = async (tx: Transaction, { vault }: SendingParts, due: DueMail) => {
  const { message, lead, play, rules, previous } = due
  const project = await findGrowthProject(tx, play.growthProjectId)
  const move = { to: 'queued', isArchived: false, regions: play, isPlayRunning: true } as const
  return decide({
    isProjectArchived: project?.archivedAt !== null,
    isPlayRunning: isRunning(play) && lead.growthPlayId === play.id,
    leadRefusal: (await judgeLeads(tx, vault, [lead], move)).get(lead.id),
    isLeadQueued: lead.status === 'queued',
    isSequenceStopped: lead.sequenceStoppedAt !== null,
    hasUndecidedReply: lead.address !== null && (await hasUndecidedReply(tx, lead.address)),
    wasPreviousSent: previous[0] === undefined || previous[0].status === 'sent',
    needsApproval: needsApproval(play, rules),
    isApprovedByPerson: message.approvedBy !== null,
    need: await needOf(tx, due),
    doCitationsResolve: await doResolve(tx, message.citations, lead),
  })
}

/** What the play of a mail lacks; its mails, its leads and the acknowledgement are judged by themselves. */
const needOf = async (tx: Transaction, { play, rules, outside }: DueMail): Promise<PlayNeed | undefined> => {
  const mailboxes = await mailboxesOf(tx, play)
  return missingOf({
    steps: 1,
    isAcknowledged: true,
    leads: 1,
    hasPostalAddress: rules.senderPostalAddress !== null && isPostalAddress(rules.senderPostalAddress),
    linkNeed: outside.linkNeed,
    mailboxes: mailboxes.length,
    mailboxesWithDns: mailboxes.filter(({ id }) => outside.mailboxIds.has(id)).length,
  })[0]
}

/** Lets all due mails of a play wait, and says why. */
const holdAll = (tx: Transaction, { id }: PlayRow, failure: PlayNeed, now: Date, mailboxId: string | null = null) =>
  postponeDue(tx, { growthPlayId: id, mailboxId, now, until: later(now, waits.heldUpMs), failure })

/** Takes a send of a mailbox and marks the mail as being handed over; undefined where it has to wait. */
const handOver = async (
  tx: Transaction,
  parts: SendingParts,
  due: DueMail,
  now: Date,
): Promise<Handing | undefined> => {
  const { message, lead, play, rules, previous } = due
  const { usual, all: mailboxes } = await mailboxesFor(tx, due)
  const first = mailboxes[0]
  if (!first) {
    await holdAll(tx, play, 'mailbox_dns', now, usual?.id)
    return undefined
  }
  const opening = nextOpening(now, zonesOf(leadCountry(lead), first.timeZone), rules)
  if (opening?.getTime() !== now.getTime()) {
    const isClosed = opening === undefined
    await postponeMail(tx, message.id, opening ?? later(now, waits.neverOpenMs), isClosed ? 'window_closed' : null)
    return undefined
  }
  for (const mailbox of mailboxes) {
    if (!(await takeSend(tx, mailbox.id, now))) continue
    const sent = previous.filter(({ messageId }) => messageId !== null)
    const row = await beginSending(tx, {
      id: message.id,
      mailboxId: mailbox.id,
      messageId: messageIdOf(`${message.id}.${message.attempts + 1}`, mailbox.address),
      inReplyTo: sent[0]?.messageId ?? null,
      referenceIds: sent.toReversed().map(({ messageId }) => messageId!),
      now,
    })
    const link = parts.linkTo(await unsubscribePath(tx, parts.vault, { id: lead.id, address: lead.address! }, now))
    return row && { row, mail: mailOf(row, lead, play, rules, subjectOf(due), link) }
  }
  // The others that wait for the same mailboxes are not judged one by one.
  const until = later(now, waits.noSendMs)
  await postponeDue(tx, { growthPlayId: play.id, mailboxId: usual?.id ?? null, now, until, failure: null })
  return undefined
}

/** The mailboxes that may send a mail, the one before others that wrote to the lead; the leads are spread over the others. */
const mailboxesFor = async (tx: Transaction, { lead, play, previous, outside }: DueMail) => {
  const connected = await mailboxesOf(tx, play)
  const all = connected.filter(({ id }) => outside.mailboxIds.has(id))
  const usual = connected.find(({ id }) => id === previous[0]?.mailboxId)
  if (usual) return { usual, all: all.filter(({ id }) => id === usual.id) }
  const start = all.length === 0 ? 0 : Number.parseInt(lead.id.slice(-6), 16) % all.length
  return { usual, all: [...all.slice(start), ...all.slice(0, start)] }
}

const subjectOf = ({ message, previous }: DueMail): string =>
  message.subject === '' ? replySubject(previous.find(({ subject }) => subject !== '')?.subject ?? '') : message.subject

const mailOf = (
  { messageId, inReplyTo, referenceIds, body }: MessageRow,
  { address }: LeadRow,
  { language }: PlayRow,
  { senderPostalAddress }: GrowthRules,
  subject: string,
  unsubscribeUrl: string,
): OutgoingMail => ({
  messageId: messageId!,
  to: address!,
  subject,
  text: withFooter(body, { language, postalAddress: senderPostalAddress!, unsubscribeUrl }),
  unsubscribeUrl,
  ...(inReplyTo !== null && { inReplyTo }),
  ...(referenceIds.length > 0 && { references: referenceIds }),
})

/** Stores what became of a mail that was handed over. */
const settle = async (tx: Transaction, row: MessageRow, outcome: SendOutcome): Promise<void> => {
  const now = await tx.now()
  const lead = await lockLead(tx, row.leadId)
  if (!lead) return
  if (outcome.kind === 'sent') return settleSent(tx, row, now)
  if (outcome.kind === 'unknown') return settleEnd(tx, row, 'unknown', outcome.reason, now)
  await giveBackSend(tx, row.mailboxId!, row.handedOverAt!)
  // A mailbox that cannot be reached says nothing of the recipient: the mail waits as long as it takes.
  if (outcome.kind === 'unavailable')
    return void (await postponeUntried(tx, row.id, later(now, waits.heldUpMs), outcome.reason))
  const again = outcome.permanent ? undefined : nextTry(now, row.attempts)
  if (again) return void (await postponeMail(tx, row.id, again, outcome.reason))
  await settleEnd(tx, row, 'refused', outcome.reason, now)
  await stopSequence(tx, row.leadId, 'refused', now)
  await judgePlay(tx, row.growthPlayId!, now)
}

const settleSent = async (tx: Transaction, row: MessageRow, now: Date): Promise<void> => {
  const sent = await endSending(tx, row.id, 'sent', null, now)
  if (!sent) return
  await markContacted(tx, row.leadId, now)
  await letNextFollow(tx, sent, now)
  recordSending(tx, sent)
}

/** Says when the mail after one that was sent is due. */
export const letNextFollow = async (tx: Transaction, { leadId, growthPlayId, step }: MessageRow, sentAt: Date) => {
  const play = growthPlayId === null ? undefined : await findPlay(tx, growthPlayId)
  const dueAt = play && step !== null ? dueAfter(sentAt, step, play.steps) : undefined
  if (dueAt) await setNextDue(tx, { leadId, growthPlayId: growthPlayId!, step: step!, dueAt })
}

const settleEnd = async (
  tx: Transaction,
  row: MessageRow,
  status: 'unknown' | 'refused',
  reason: string,
  now: Date,
): Promise<void> => {
  const ended = await endSending(tx, row.id, status, reason, now)
  if (ended) recordSending(tx, ended)
}
