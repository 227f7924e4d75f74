import type { Static } from '../../../platform/contract/index.ts'
import type { LeadRow } from '../leads/index.ts'
import type { PlaySpend } from '../providers/index.ts'
import type { GrowthDraftRun, GrowthMessage, GrowthPlay, GrowthPlayResults, GrowthSpend } from './contract/schemas.ts'
import type { DayCounts, PlayCounts } from './store-results.ts'
import type { DraftRunRow, MessageRow, PlayRow } from './tables.ts'

const dollars = (micros: number) => micros / 1_000_000
const dollarsOrNull = (micros: number | null) => (micros === null ? null : dollars(micros))

export const presentPlay = (row: PlayRow): Static<typeof GrowthPlay> => {
  const { hardCapMicros, steps, excludedCountries, mailboxIds, growthRunId, evidence, ...play } = row
  return {
    ...play,
    excludedCountries: [...excludedCountries],
    mailboxIds: [...mailboxIds],
    steps: [...steps],
    hardCapUsd: dollarsOrNull(hardCapMicros),
    proposedByRunId: growthRunId,
    evidence: [...evidence],
  }
}

export const presentDraftRun = (row: DraftRunRow, costMicros: number): Static<typeof GrowthDraftRun> => ({
  id: row.id,
  status: row.status,
  failure: row.failureCode === null ? null : { code: row.failureCode, message: row.failureMessage! },
  leads: row.leads,
  drafts: row.drafts,
  leadsSkipped: row.leadsSkipped,
  sentencesDropped: row.sentencesDropped,
  costUsd: dollars(costMicros),
  createdAt: row.createdAt,
  endedAt: row.endedAt,
})

/** What a message says of others, by their ids. */
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

interface ResultFacts {
  readonly counts: PlayCounts
  readonly leads: readonly { readonly status: string; readonly leads: number }[]
  readonly optOuts: number
  readonly spend: { readonly lookupMicros: number; readonly draftMicros: number }
  readonly days: readonly DayCounts[]
}

export const presentResults = (facts: ResultFacts): Static<typeof GrowthPlayResults> => {
  const { counts, leads, optOuts, spend, days } = facts
  const leadsOf = (status: string) => leads.find((one) => one.status === status)?.leads ?? 0
  const { lookupMicros, draftMicros } = spend
  const { leadsReplied } = counts
  return {
    ...counts,
    leads: {
      new: leadsOf('new'),
      queued: leadsOf('queued'),
      ended: leadsOf('ended'),
      disqualified: leadsOf('disqualified'),
    },
    delivered: Math.max(0, counts.sent - counts.bounces),
    optOuts,
    lookupUsd: dollars(lookupMicros),
    draftUsd: dollars(draftMicros),
    costPerReplyUsd: leadsReplied === 0 ? null : dollars(Math.round((lookupMicros + draftMicros) / leadsReplied)),
    days: [...days],
  }
}

interface NamedPlay {
  readonly id: string
  readonly name: string
  readonly hardCapMicros: number | null
}

/** Each play, and last what belongs to none or to one that is not among the newest. */
export const presentSpend = (
  timeZone: string,
  plays: readonly NamedPlay[],
  spent: readonly PlaySpend[],
): Static<typeof GrowthSpend> => {
  const line = (
    playId: string | null,
    name: string | null,
    hardCapMicros: number | null,
    of: readonly PlaySpend[],
  ) => ({
    playId,
    name,
    todayUsd: dollars(of.reduce((sum, { todayMicros }) => sum + todayMicros, 0)),
    last30DaysUsd: dollars(of.reduce((sum, { periodMicros }) => sum + periodMicros, 0)),
    hardCapUsd: dollarsOrNull(hardCapMicros),
  })
  const others = spent.filter(({ growthPlayId }) => !plays.some(({ id }) => id === growthPlayId))
  return {
    timeZone,
    plays: [
      ...plays.map(({ id, name, hardCapMicros }) =>
        line(
          id,
          name,
          hardCapMicros,
          spent.filter(({ growthPlayId }) => growthPlayId === id),
        ),
      ),
      ...(others.length > 0 ? [line(null, null, null, others)] : []),
    ],
  }
}
