import type { Transaction } from '../db/transaction.ts'
import { currentTrace } from '../telemetry/index.ts'
import { rowTextAroundPosition } from './chain.ts'
import { hint } from './feed.ts'
import { rowOf, type ActivityEvent, type AuditEntry } from './row.ts'
import { appendAudit, appendEvent } from './store.ts'

interface Pending {
  readonly entries: AuditEntry[]
  readonly events: ActivityEvent[]
}

const pendingOf = new WeakMap<Transaction, Pending>()

/**
 * Adds an audit row and events to the transaction. They are numbered and written as its last statements, under
 * the workspace's ledger lock, so that numbers are in commit order, and no event has an earlier time than one before it;
 * they vanish with the transaction. They belong to the current trace, unless they name another.
 */
export const record = (tx: Transaction, entry: AuditEntry | undefined, ...events: readonly ActivityEvent[]): void => {
  const { workspace } = tx
  if (!workspace) throw new Error('Audit rows need a workspace')
  if (!entry && events.length === 0) return
  const pending = pendingOf.get(tx) ?? begin(tx, workspace)
  const traceId = currentTrace()?.traceId
  const traced = traceId === undefined ? {} : { traceId }
  if (entry) pending.entries.push({ ...traced, ...entry })
  pending.events.push(...events.map((event) => ({ ...traced, ...event })))
}

const begin = (tx: Transaction, workspace: string): Pending => {
  const pending: Pending = { entries: [], events: [] }
  pendingOf.set(tx, pending)
  tx.withCommit((now) => write(tx, workspace, pending, now))
  tx.afterCommit(() => {
    if (pending.events.length > 0) hint(workspace)
  })
  return pending
}

/** Each statement numbers its row under the lock of the ledger, which the first statement takes and COMMIT releases. */
const write = (tx: Transaction, workspace: string, { entries, events }: Pending, now: Date) => [
  ...entries.map((entry) => {
    const { row, salt, details } = rowOf(workspace, now, entry)
    return appendAudit(tx, row, rowTextAroundPosition(row), salt, details)
  }),
  ...events.map((event) => appendEvent(tx, workspace, event, now)),
]
