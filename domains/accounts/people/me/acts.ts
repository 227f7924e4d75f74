import { v7 as uuidv7 } from 'uuid'
import { record, type AuditEntry } from '../../../../platform/audit/index.ts'
import type { Database } from '../../../../platform/db/database.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { inDueWorkspaces, type ScheduledContext } from '../../../../platform/jobs/index.ts'
import { actsDueIn, insertAct, takeActs } from './store-acts.ts'

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

export interface ActParts {
  readonly database: Database
  readonly log: { readonly error: (fields: object, text: string) => void }
}

/**
 * Keeps an act in the transaction of its effect, among people, and gives the workspaces whose chains shall have it.
 * Call `settleActsOf` with them after the commit; what a crash keeps from that, a sweep settles.
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

/** Settles what waits anywhere. */
export const settleAllActs = (database: Database, context: ScheduledContext): Promise<void> =>
  inDueWorkspaces(database, actsDueIn, (workspace) => settleActs(database, workspace), context)

/** Settles the acts of these workspaces; one that cannot be settled now is left to the sweep, and in the log. */
export const settleActsOf = async (
  { database, log }: ActParts,
  workspaces: Iterable<string>,
  requestId?: string,
): Promise<void> => {
  for (const workspace of workspaces) {
    await settleActs(database, workspace).catch((error: unknown) =>
      log.error({ err: error, requestId }, 'An act could not be recorded yet; a sweep does it'),
    )
  }
}
