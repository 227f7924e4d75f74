import { Readable } from 'node:stream'
import { csvLine } from '../../../../platform/csv/index.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { exportGrowthResults } from '../contract.ts'
import { leadResults, type LeadResult } from '../../messages/index.ts'
import { findPlay } from '../../plays/index.ts'

const names = [
  'lead_id',
  'address',
  'domain',
  'company',
  'name',
  'status',
  'mails_sent',
  'last_sent_at',
  'replied_at',
  'intent',
  'bounced',
  'opted_out_at',
  'stop_reason',
]
const leadsAtOnce = 1_000

export default handle(exportGrowthResults, async ({ tx, params, absent, ok }) => {
  const play = (await findPlay(tx, params.playId)) ?? absent()
  const lines = await linesOf(tx, play.id)
  return ok(Readable.from([csvLine(names), ...lines]), {
    resource: ['growth_play', play.id],
    parent: ['growth_project', play.growthProjectId],
    metadata: { leads: lines.length },
  })
})

const linesOf = async (tx: Transaction, growthPlayId: string): Promise<readonly string[]> => {
  const lines: string[] = []
  let after: string | null = null
  for (;;) {
    const leads: readonly LeadResult[] = await leadResults(tx, growthPlayId, after, leadsAtOnce)
    lines.push(...leads.map(lineOf))
    after = leads.at(-1)?.id ?? null
    if (leads.length < leadsAtOnce) return lines
  }
}

const timeOf = (at: Date | null) => at?.toISOString() ?? null

const lineOf = (lead: LeadResult): string =>
  csvLine([
    lead.id,
    lead.address,
    lead.domain,
    lead.company,
    lead.name,
    lead.status,
    { decimal: String(lead.mailsSent) },
    timeOf(lead.lastSentAt),
    timeOf(lead.repliedAt),
    lead.intent,
    lead.hasBounced ? 'yes' : 'no',
    timeOf(lead.optedOutAt),
    lead.stopReason,
  ])
