import { v7 as uuidv7 } from 'uuid'
import { record, type AuditEntry } from '../../platform/audit/index.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { insertAct, takeActs } from './store-acts.ts'

const takenAtOnce = 100

/** What a person did to their own account, and in which request. */
export interface Act {
  readonly userId: string
  readonly action: AuditEntry['action']
  readonly category?: AuditEntry['category']
  readonly severity?: AuditEntry['severity']
  readonly requestId?: string
  readonly traceId?: string
  readonly details?: Readonly<Record<string, unknown>>
}

/**
 * Keeps an act in the transaction of its effect, among people, and gives the workspaces whose chains shall have it.
 * Call `settleActs` for each of them after the commit; what a crash keeps from that, a sweep settles.
 */
export const addAct = (tx: Transaction, { userId, category = 'auth', ...act }: Act): Promise<string[]> =>
  insertAct(tx, uuidv7(), userId, {
    ...act,
    category,
    outcome: 'success',
    actor: { type: 'user', id: userId },
    source: 'web',
    resource: ['user', userId],
  })

/** Moves the acts that wait for a workspace into its chain: taken and recorded in one transaction, so each of them once. */
export const settleActs = async (database: Database, workspace: string): Promise<void> => {
  for (;;) {
    const taken = await database.within(workspace, async (tx) => {
      const acts = await takeActs(tx, takenAtOnce)
      acts.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
      for (const { entry, createdAt } of acts) {
        record(tx, { ...entry, details: { ...entry.details, at: createdAt.toISOString() } })
      }
      return acts.length
    })
    if (taken < takenAtOnce) return
  }
}
