import type { Vault } from '../../../platform/crypto/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { judgeLeads, leadsOfPlay, queueLeads } from '../leads/index.ts'
import { isRunning } from './rules.ts'
import type { PlayRow } from './tables.ts'

const leadsAtOnce = 500

/** Lets the new leads of a running play wait for their mails; how many may not, by the code of their refusal. */
export const queueLeadsOf = async (tx: Transaction, vault: Vault, play: PlayRow, now: Date) => {
  const move = { to: 'queued', isArchived: false, regions: play, isPlayRunning: isRunning(play) } as const
  const refused: Record<string, number> = {}
  let queued = 0
  let after: string | null = null
  for (;;) {
    const leads = await leadsOfPlay(tx, play.id, { ids: null, after, limit: leadsAtOnce })
    const unqueued = leads.filter(({ status }) => status === 'new')
    const fresh = unqueued.filter(({ sequenceStoppedAt }) => sequenceStoppedAt === null)
    const ended = unqueued.length - fresh.length
    if (ended > 0) refused.sequence_ended = (refused.sequence_ended ?? 0) + ended
    const refusals = await judgeLeads(tx, vault, fresh, move)
    for (const code of refusals.values()) refused[code] = (refused[code] ?? 0) + 1
    const ids = fresh.flatMap(({ id }) => (refusals.has(id) ? [] : [id]))
    await queueLeads(tx, ids, now)
    queued += ids.length
    after = leads.at(-1)?.id ?? null
    if (leads.length < leadsAtOnce) return { queued, refused }
  }
}
