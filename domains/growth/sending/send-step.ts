import type { Transaction } from '../../../platform/db/transaction.ts'
import { findLead, judgeLeads, leadCountry, type LeadRow } from '../leads/index.ts'
import {
  areCitationsCurrent,
  hasUndecidedReply,
  lockMessage,
  type MessageRow,
  nextStep,
  postponeDue,
  postponeMail,
  previousSteps,
  returnMail,
  stopSequence,
  subjectAfter,
  withFooter,
} from '../messages/index.ts'
import {
  findPlay,
  isRunning,
  mailboxesOf,
  missingOf,
  needsApproval,
  type OutsideFacts,
  type PlayNeed,
  type PlayRow,
} from '../plays/index.ts'
import { findGrowthProject } from '../research/index.ts'
import { growthRules, isPostalAddress, nextOpening, zonesOf, type GrowthRules } from '../settings/index.ts'
import { shareLockSuppressions } from '../suppression/index.ts'
import { markedMailOf, handOver, markWith, type MarkedMail } from './hand-over.ts'
import type { SendingParts } from './reach.ts'
import { recordSending } from './send-reply.ts'
import { decide, waits } from './rules/send-decision.ts'
import { unsubscribePath } from './unsubscribe-link.ts'

/** Sends the next mail of a play that is due. False if none is due. */
export const sendNextStep = async (parts: SendingParts, workspace: string, outside: OutsideFacts): Promise<boolean> =>
  (await handOver(parts, workspace, (tx) => begin(tx, parts, outside), recordSending)) !== undefined

const begin = async (
  tx: Transaction,
  parts: SendingParts,
  outside: OutsideFacts,
): Promise<MarkedMail | MessageRow | undefined> => {
  const now = await tx.now()
  const due = await nextStep(tx, { now })
  if (!due) return undefined
  const message = await lockMessage(tx, { id: due.id })
  const lead = await findLead(tx, { id: due.leadId })
  const play = message?.growthPlayId ? await findPlay(tx, { id: message.growthPlayId }) : undefined
  if (message?.status !== 'approved' || !lead || !play) return message
  await shareLockSuppressions(tx)
  const rules = await growthRules(tx)
  const before = await previousSteps(tx, message)
  const previous = before.filter(({ status }) => status !== 'cancelled')
  const facts = { message, lead, play, rules, before, previous, outside }
  const decision = await decisionOf(tx, parts, facts)
  if (decision.kind === 'send') return (await mark(tx, parts, facts, now)) ?? message
  if (decision.kind === 'hold') await holdAll(tx, play, decision.reason, now)
  else if (decision.kind === 'stop') await stopSequence(tx, lead.id, decision.reason, now)
  else if (decision.kind === 'return') await returnMail(tx, { id: message.id, failure: decision.reason })
  else await postponeMail(tx, message.id, waits.heldUp(now), decision.reason ?? null)
  return message
}

interface DueMail {
  readonly message: MessageRow
  readonly lead: LeadRow
  readonly play: PlayRow
  readonly rules: GrowthRules
  /** The mails of the sequence before it, the newest first. */
  readonly before: readonly MessageRow[]
  /** The earlier mails without discarded ones. */
  readonly previous: readonly MessageRow[]
  readonly outside: OutsideFacts
}

const decisionOf = async (tx: Transaction, { vault }: SendingParts, due: DueMail) => {
  const { message, lead, play, rules, previous } = due
  const project = await findGrowthProject(tx, { id: play.growthProjectId })
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
    doCitationsResolve: await areCitationsCurrent(tx, message.citations, lead),
  })
}

/** The missing need of a mail's play; its mails, its leads and the acknowledgement are judged separately. */
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

/** Postpones all due mails of a play, with the reason. */
const holdAll = (tx: Transaction, { id }: PlayRow, failure: PlayNeed, now: Date, mailboxId: string | null = null) =>
  postponeDue(tx, { growthPlayId: id, mailboxId, now, until: waits.heldUp(now), failure })

/** Claims a send of a mailbox and marks the mail as being handed over; undefined if it has to wait. */
const mark = async (tx: Transaction, parts: SendingParts, due: DueMail, now: Date): Promise<MarkedMail | undefined> => {
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
    await postponeMail(tx, message.id, opening ?? waits.neverOpen(now), isClosed ? 'window_closed' : null)
    return undefined
  }
  const row = await markWith(tx, message, mailboxes, threadOf(previous), now)
  if (!row) {
    // The others that wait for the same mailboxes are not judged one by one.
    const until = waits.noSend(now)
    await postponeDue(tx, { growthPlayId: play.id, mailboxId: usual?.id ?? null, now, until, failure: null })
    return undefined
  }
  const path = await unsubscribePath(tx, parts.vault, { id: lead.id, address: lead.address! }, now)
  const unsubscribeUrl = parts.linkTo(path)
  const { language } = play
  const text = withFooter(row.body, { language, postalAddress: rules.senderPostalAddress!, unsubscribeUrl })
  return markedMailOf(row, { to: lead.address!, subject: subjectOf(due), text, unsubscribeUrl })
}

/** A mail follows the handed-over mails of its sequence. */
const threadOf = (previous: readonly MessageRow[]) => {
  const ids = previous.flatMap(({ messageId }) => messageId ?? [])
  return { inReplyTo: ids[0] ?? null, referenceIds: ids.toReversed() }
}

/** The mailboxes that may send a mail: first the mailbox that wrote to the lead; other leads are spread over all. */
const mailboxesFor = async (tx: Transaction, { lead, play, previous, outside }: DueMail) => {
  const connected = await mailboxesOf(tx, play)
  const all = connected.filter(({ id }) => outside.mailboxIds.has(id))
  const usual = connected.find(({ id }) => id === previous[0]?.mailboxId)
  if (usual) return { usual, all: all.filter(({ id }) => id === usual.id) }
  const start = all.length === 0 ? 0 : Number.parseInt(lead.id.slice(-6), 16) % all.length
  return { usual, all: [...all.slice(start), ...all.slice(0, start)] }
}

const subjectOf = ({ message, before }: DueMail): string => {
  const earlier = before.map(({ subject, status }) => ({ subject, isCancelled: status === 'cancelled' }))
  return subjectAfter(message.subject, earlier)
}
