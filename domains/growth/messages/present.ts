import type { Static } from '../../../platform/contract/index.ts'
import type { LeadRow } from '../leads/index.ts'
import type { GrowthMessage } from './contract/schemas.ts'
import type { MessageRow } from './tables.ts'

interface MessageNames {
  readonly leads: ReadonlyMap<string, LeadRow>
  readonly sources: ReadonlyMap<string, string>
}

const nameOfLead = (lead: LeadRow | undefined) => {
  if (!lead) return null
  const { name, firstName, lastName, company } = lead.evidence
  const parts = [firstName, lastName].flatMap((part) => part?.value ?? [])
  return name?.value ?? (parts.length > 0 ? parts.join(' ') : (company?.value ?? null))
}

export const presentMessage = (row: MessageRow, { leads, sources }: MessageNames): Static<typeof GrowthMessage> => ({
  id: row.id,
  growthProjectId: row.growthProjectId,
  growthPlayId: row.growthPlayId,
  leadId: row.leadId,
  leadAddress: leads.get(row.leadId)?.address ?? null,
  leadName: nameOfLead(leads.get(row.leadId)),
  mailboxId: row.mailboxId,
  direction: row.direction,
  step: row.step,
  status: row.status,
  subject: row.subject,
  body: row.body,
  citations: row.citations.map((one) => ({ ...one, sourceName: sources.get(one.sourceId ?? '') ?? null })),
  author: row.author,
  approvedBy: row.approvedBy,
  approvedAt: row.approvedAt,
  dueAt: row.dueAt,
  sentAt: row.sentAt,
  failure: row.failure,
  createdAt: row.createdAt,
})
