import type { Static } from '../../../platform/contract/index.ts'
import type { LeadThread } from '../leads/index.ts'
import { waitMostDays } from '../messages/rules.ts'
import type { MessageIntent, MessageRow, NewestMessage } from '../messages/index.ts'
import type { GrowthInboxThread, GrowthReplySent, GrowthThreadMessage } from './contract.ts'

export const presentMessage = (row: MessageRow): Static<typeof GrowthThreadMessage> => {
  const { id, direction, status, growthPlayId, step, subject, body, author, writtenBy, senderAddress } = row
  const mail = { id, direction, status, growthPlayId, step, subject, body, author, writtenBy, senderAddress }
  const { kind, intent, intentBy, needsDecision, heldDomain, failure, dueAt, sentAt, receivedAt, createdAt } = row
  const waitsUntil = row.namesLead && needsDecision ? endOfWait(createdAt) : null
  const judgment = { kind, intent, intentBy, needsDecision, heldDomain, waitsUntil }
  return { ...mail, ...judgment, failure, dueAt, sentAt, receivedAt, createdAt }
}

const endOfWait = (from: Date) => new Date(from.getTime() + waitMostDays * 24 * 3_600_000)

export const presentThread = (
  lead: LeadThread,
  newest: NewestMessage | undefined,
): Static<typeof GrowthInboxThread> => {
  const { evidence } = lead
  const fullName = [evidence.firstName?.value, evidence.lastName?.value].filter((part) => part !== undefined).join(' ')
  return {
    leadId: lead.id,
    address: lead.address,
    name: evidence.name?.value ?? (fullName || null),
    company: evidence.company?.value ?? null,
    domain: lead.domain,
    intent: lead.replyIntent as MessageIntent | null,
    needsDecision: newest?.needsDecision ?? false,
    optedOutAt: lead.optedOutAt,
    sequenceStoppedAt: lead.sequenceStoppedAt,
    repliedAt: lead.repliedAt,
    lastMailAt: lead.lastMailAt,
    lastMessage: newest ? presentNewest(newest) : null,
  }
}

const presentNewest = ({ id, direction, kind, subject, beginning, at }: NewestMessage) => {
  return { id, direction, kind, subject, beginning, at }
}

export const presentReply = ({ id, status, sentAt }: MessageRow): Static<typeof GrowthReplySent> => ({
  messageId: id,
  status: status === 'sent' || status === 'unknown' ? status : 'queued',
  sentAt,
})
