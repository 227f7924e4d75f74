import { record } from '../../../platform/audit/index.ts'
import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { PauseReason } from './rules.ts'
import { limitPassedBy, limits, type Reception } from './rules/limits.ts'

const hold = statement<{ playId: string }, { id: string }>(
  'growth-play.hold',
  'select id from growth_play where workspace_id = :workspace and id = :playId for no key update',
)
const count = statement<{ playId: string; since: Date }, Reception>(
  'growth-play.reception',
  `select count(*) filter (where sent_at >= :since)::int as sent,
     count(distinct coalesce(in_reply_to, id::text)) filter (where kind = 'bounce' and received_at >= :since)::int as bounces,
     count(distinct coalesce(in_reply_to, id::text)) filter (where kind = 'complaint' and received_at >= :since)::int as complaints
   from growth_message where workspace_id = :workspace and growth_play_id = :playId and status in ('sent', 'received')`,
)
const pause = statement<{ playId: string; reason: PauseReason; now: Date }, { growthProjectId: string }>(
  'growth-play.pause-by-limit',
  `update growth_play set status = 'paused', pause_reason = :reason, updated_at = :now
   where workspace_id = :workspace and id = :playId and status = 'active'
   returning growth_project_id as "growthProjectId"`,
)
const dayMs = 86_400_000

/** Audit actions that no operation of plays writes. */
export const playJobActions = ['growth_play.pause'] as const

/** Pauses a play whose complaints or bounces passed a limit. Two reports of one mail count once. */
export const judgePlay = async (tx: Transaction, playId: string, now: Date): Promise<void> => {
  // Of two reports at the same time the second counts the first.
  await hold(tx, { playId })
  const reception = (await count(tx, { playId, since: new Date(now.getTime() - limits.days * dayMs) }))[0]!
  const reason = limitPassedBy(reception)
  const paused = reason && (await pause(tx, { playId, reason, now })).at(0)
  if (!paused) return
  record(
    tx,
    {
      action: playJobActions[0],
      category: 'execute',
      severity: 'warning',
      outcome: 'success',
      actor: { type: 'system', id: null },
      source: 'internal',
      resource: ['growth_play', playId],
      parent: ['growth_project', paused.growthProjectId],
      details: { reason, ...reception },
    },
    { name: 'growth_play.paused', entity: ['growth_play', playId], payload: { reason, ...reception } },
  )
}
