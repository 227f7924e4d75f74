import { v7 as uuidv7 } from 'uuid'
import { record, type ActivityEvent, type AuditEntry } from '../../../platform/audit/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { inDueWorkspaces, type ScheduledContext } from '../../../platform/jobs/index.ts'
import { placeEvents } from '../workspaces/index.ts'
import { accountEventsDueIn, insertAccountEvent, insertPlaceEvent, claimAccountEvents } from './store-account-events.ts'

const batchSize = 100

/** An account event: an action of a person on their own account, and in which request. */
interface AccountEvent {
  readonly userId: string
  readonly action: AuditEntry['action']
  readonly category?: AuditEntry['category']
  readonly severity?: AuditEntry['severity']
  readonly requestId?: string
  readonly traceId?: string
  readonly details?: Readonly<Record<string, unknown>>
}

export interface AccountEventParts {
  readonly database: Database
  readonly log: { readonly error: (fields: object, text: string) => void }
}

const entryOf = ({ userId, category = 'auth', ...event }: AccountEvent): AuditEntry => ({
  ...event,
  category,
  outcome: 'success',
  actor: { type: 'user', id: userId },
  source: 'web',
  resource: ['user', userId],
})

/**
 * Inserts an account event in the transaction of its effect, and returns the workspaces whose audit chains get it. Call
 * `settleAccountEventsOf` with them after the commit; a sweep settles events that a crash left over.
 */
export const addAccountEvent = (tx: Transaction, event: AccountEvent): Promise<string[]> =>
  insertAccountEvent(tx, uuidv7(), event.userId, entryOf(event))

/** Inserts an event for the audit chain of a workspace: a change of a membership that follows from a sign-in. */
export const addPlaceEvent = (tx: Transaction, workspaceId: string, event: AccountEvent): Promise<unknown> =>
  insertPlaceEvent(tx, workspaceId, uuidv7(), { ...entryOf(event), resource: ['member', event.userId] })

// The name and the address of a person are in the lists of every workspace in which the person has a membership.
const visibleChanges: readonly string[] = ['user.update', 'auth.email_change']

/** The activity event that goes with an audit row, if others see the change. */
const activityOf = ({ action, actor: { id } }: AuditEntry): ActivityEvent[] => {
  if (id === null) return []
  const placeEvent = placeEvents[action]
  if (placeEvent !== undefined) return [{ name: placeEvent, entity: ['member', id] }]
  return visibleChanges.includes(action) ? [{ name: 'person.changed', entity: ['person', id] }] : []
}

/** Moves the account events of a workspace into its audit chain: taken and recorded in one transaction, so each of them once. */
export const settleAccountEvents = async (database: Database, workspace: string): Promise<void> => {
  for (;;) {
    const count = await database.within(workspace, async (tx) => {
      const events = await claimAccountEvents(tx, { limit: batchSize })
      events.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
      for (const { entry, createdAt } of events) {
        record(tx, { ...entry, details: { ...entry.details, at: createdAt.toISOString() } }, ...activityOf(entry))
      }
      return events.length
    })
    if (count < batchSize) return
  }
}

/** Moves the waiting account events of all workspaces into their audit chains. */
export const settleAllAccountEvents = (database: Database, context: ScheduledContext): Promise<void> =>
  inDueWorkspaces(database, accountEventsDueIn, (workspace) => settleAccountEvents(database, workspace), context)

/** Settles the account events of these workspaces. A failure is logged, and its event left to the sweep. */
export const settleAccountEventsOf = async (
  { database, log }: AccountEventParts,
  workspaces: Iterable<string>,
  requestId?: string,
): Promise<void> => {
  for (const workspace of workspaces) {
    await settleAccountEvents(database, workspace).catch((error: unknown) =>
      log.error({ err: error, requestId }, 'Could not record an account event; a scheduled job will retry'),
    )
  }
}

/** Inserts an account event with its effect, and settles it after the commit; if that fails, a sweep does. */
export const recordAccountEvent = async (
  tx: Transaction,
  event: AccountEvent,
  parts: AccountEventParts,
): Promise<void> => {
  const workspaces = await addAccountEvent(tx, event)
  tx.afterCommit(() => void settleAccountEventsOf(parts, workspaces, event.requestId).catch(() => undefined))
}
