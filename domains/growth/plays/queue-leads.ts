import type { Vault } from '../../../platform/crypto/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { judgeLeads, leadsOfPlay, queueLeads } from '../leads/index.ts'

const leadsAtOnce = 500

/** Lets the new leads of a running play wait for their mails; how many may not, by the code of their refusal. */
export const queueLeadsOf = async (tx: Transaction, vault: Vault, growthPlayId: string, now: Date) => {
  const refused: Record<string, number> = {}
  let queued = 0
  let after: string | null = null
  for (;;) {
    const leads = await leadsOfPlay(tx, growthPlayId, { ids: null, after, limit: leadsAtOnce })
    const fresh = leads.filter(({ status }) => status === 'new')
    const refusals = await judgeLeads(tx, vault, fresh, { to: 'queued', growthPlayId, isArchived: false })
    for (const code of refusals.values()) refused[code] = (refused[code] ?? 0) + 1
    const ids = fresh.flatMap(({ id }) => (refusals.has(id) ? [] : [id]))
    await queueLeads(tx, ids, now)
    queued += ids.length
    after = leads.at(-1)?.id ?? null
    if (leads.length < leadsAtOnce) return { queued, refused }
  }
}
