import { record } from '../../../platform/audit/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { PassRow } from './tables.ts'

/** Audit actions that passes write. */
export const lookupJobActions = ['growth_lookup.finish', 'growth_lookup.stop', 'growth_lookup.fail'] as const

const actionOf = { finished: lookupJobActions[0], stopped: lookupJobActions[1], failed: lookupJobActions[2] } as const

/** The audit row and the event of the end of a pass. */
export const recordPassEnded = (tx: Transaction, { id, growthProjectId, status, reason, leads }: PassRow): void => {
  const end = status as keyof typeof actionOf
  const details = { leads, ...(reason !== null && { reason }) }
  record(
    tx,
    {
      action: actionOf[end],
      category: 'execute',
      outcome: end === 'finished' ? 'success' : 'failure',
      actor: { type: 'system', id: null },
      source: 'internal',
      resource: ['growth_lookup', id],
      parent: ['growth_project', growthProjectId],
      details,
    },
    { name: 'growth_lookup.ended', entity: ['growth_lookup', id], payload: { growthProjectId, status, ...details } },
  )
}
