import type { Static } from '../../../platform/contract/index.ts'
import type { LeadThread } from '../leads/index.ts'
import { waitMostDays } from '../messages/rules.ts'
import type { MessageIntent, MessageRow, NewestMessage } from '../messages/index.ts'
import type { GrowthInboxThread, GrowthReplySent, GrowthThreadMessage } from './contract.ts'

export const presentMessage = (row: MessageRow): Static<typeof GrowthThreadMessage> => ({
  id: row.id,
  direction: row.direction,
  status: row.status,
  growthPlayId: row.growthPlayId,
  step: row.step,
  subject: row.subject,
  body: row.body,
  author: row.author,
  writtenBy: row.writtenBy,
  senderAddress: row.senderAddress,
  kind: row.kind,
  intent: row.intent,
  intentBy: row.intentBy,
  needsDecision: row.needsDecision,
  heldDomain: row.heldDomain,
  waitsUntil: row.namesLead && row.needsDecision ? endOfWait(row.createdAt) : null,
  failure: row.failure,
  dueAt: row.dueAt,
  sentAt: row.sentAt,
  receivedAt: row.receivedAt,
  createdAt: row.createdAt,
})

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
    lastMessage: newest
      ? {
          id: newest.id,
          direction: newest.direction,
          kind: newest.kind,
          subject: newest.subject,
          beginning: newest.beginning,
          at: newest.at,
        }
      : null,
  }
}

const shown = { sent: 'sent', unknown: 'unknown' } as const

export const presentReply = ({ id, status, sentAt }: MessageRow): Static<typeof GrowthReplySent> => ({
  messageId: id,
  status: status in shown ? shown[status as keyof typeof shown] : 'queued',
  sentAt,
})
