import type { Transaction } from '../../../platform/db/transaction.ts'
import { leadsById, type LeadRow } from '../leads/index.ts'
import { approvalsById, pageAddresses } from '../research/index.ts'
import type { CitationSource } from '../plays/rules.ts'
import type { MessageRow } from './tables.ts'
import type { Static } from '../../../platform/contract/index.ts'
import type { GrowthMessage } from './contract/schemas.ts'

/** Mails for people: with their leads, and with the names of their quoted sources. */
export const showMessages = async (tx: Transaction, rows: readonly MessageRow[]) => {
  const citations = rows.flatMap((row) => row.citations)
  const idsOf = (kind: CitationSource) => [
    ...new Set(citations.flatMap(({ source, sourceId }) => (source === kind ? (sourceId ?? []) : []))),
  ]
  const leads = await leadsById(tx, [...new Set(rows.map(({ leadId }) => leadId))])
  const pages = await pageAddresses(tx, idsOf('page'))
  const approvals = await approvalsById(tx, idsOf('approval'))
  const names = {
    leads: new Map(leads.map((lead) => [lead.id, lead])),
    sources: new Map([
      ...pages.map(({ id, url }) => [id, url] as const),
      ...approvals.map(({ id, title }) => [id, title] as const),
    ]),
  }
  return rows.map((row) => presentMessage(row, names))
}

export const showMessage = async (tx: Transaction, row: MessageRow) => (await showMessages(tx, [row]))[0]!

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

const presentMessage = (row: MessageRow, { leads, sources }: MessageNames): Static<typeof GrowthMessage> => ({
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
