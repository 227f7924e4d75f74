import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { Actor, Source } from '../access/caller.ts'
import type { Audit } from '../contract/operation.ts'
import type { Transaction } from '../db/transaction.ts'
import { currentTrace } from '../telemetry/index.ts'
import { aroundPosition, detailsHash } from './chain.ts'
import { hint } from './feed.ts'
import { appendAudit, appendEvent } from './store.ts'

/** What somebody did, for those who must be able to prove it. */
export interface AuditEntry {
  readonly action: Audit['action']
  readonly category: Audit['category']
  readonly severity?: 'info' | Audit['severity']
  readonly outcome: 'success' | 'failure' | 'denied'
  readonly actor: Actor
  readonly source: Source
  readonly resource?: readonly [type: string, id: string]
  readonly parent?: readonly [type: string, id: string]
  readonly requestId?: string
  readonly traceId?: string
  /** Kept beside the chain, where it can be erased. Never a secret. */
  readonly details?: Readonly<Record<string, unknown>>
}

/** What happened, for those who follow the work. */
export interface ActivityEvent {
  readonly name: string
  readonly entity: readonly [type: string, id: string]
  readonly projectId?: string
  readonly cycleId?: string
  readonly taskId?: string
  readonly traceId?: string
  readonly payload?: Readonly<Record<string, unknown>>
}

interface Pending {
  readonly entries: AuditEntry[]
  readonly events: ActivityEvent[]
}

const pendingOf = new WeakMap<Transaction, Pending>()

/**
 * Adds an audit row and events to the transaction. They are numbered and written as its last statements, under
 * the workspace's ledger lock, so that numbers are in commit order; they vanish with the transaction. They belong to
 * the current trace, unless they name another.
 */
export const record = (tx: Transaction, entry: AuditEntry | undefined, ...events: readonly ActivityEvent[]): void => {
  const { workspace } = tx
  if (!workspace) throw new Error('Only the work of a workspace can be recorded')
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

/** Each statement numbers its row under the lock of the ledger, which the first of them takes and COMMIT gives back. */
const write = (tx: Transaction, workspace: string, { entries, events }: Pending, now: Date) => [
  ...entries.map((entry) => {
    const { row, salt, details } = rowOf(workspace, now, entry)
    return appendAudit(tx, row, aroundPosition(row), salt, details)
  }),
  ...events.map((event) => appendEvent(tx, { ...event, workspace, id: uuidv7(), occurredAt: now })),
]

const rowOf = (workspace: string, now: Date, entry: AuditEntry) => {
  const salt = randomBytes(16)
  const details = entry.details ?? {}
  const row = {
    workspaceId: workspace,
    id: uuidv7(),
    occurredAt: now.toISOString(),
    actorType: entry.actor.type,
    actorId: entry.actor.id,
    action: entry.action,
    category: entry.category,
    resourceType: entry.resource?.[0] ?? null,
    resourceId: entry.resource?.[1] ?? null,
    parentType: entry.parent?.[0] ?? null,
    parentId: entry.parent?.[1] ?? null,
    outcome: entry.outcome,
    severity: entry.severity ?? 'info',
    source: entry.source,
    requestId: entry.requestId ?? null,
    traceId: entry.traceId ?? null,
    detailsHash: detailsHash(salt, details).toString('hex'),
  } as const
  return { row, salt, details }
}

/** A row before the ledger has numbered it. */
export type UnplacedRow = ReturnType<typeof rowOf>['row']
/** What of a row is hashed into the chain. */
export type ChainedRow = UnplacedRow & { readonly position: number }
