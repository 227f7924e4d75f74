import { record } from '../../../platform/audit/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { limitPassedBy, limits } from './rules/limits.ts'
import { receptionOf } from '../messages/index.ts'
import { holdPlay, pausePlay } from '../plays/index.ts'

const dayMs = 86_400_000

/** Audit actions that no operation of plays writes. */
export const playJobActions = ['growth_play.pause'] as const

/** Pauses a play whose complaints or bounces passed a limit. Two reports of a mail count once. */
export const judgePlay = async (tx: Transaction, playId: string, now: Date): Promise<void> => {
  // The second of two reports at the same time counts the first.
  await holdPlay(tx, playId)
  const reception = await receptionOf(tx, playId, new Date(now.getTime() - limits.days * dayMs))
  const reason = limitPassedBy(reception)
  const paused = reason && (await pausePlay(tx, playId, reason, now))
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
