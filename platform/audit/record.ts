import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { Actor, Source } from '../access/caller.ts'
import type { Audit } from '../contract/operation.ts'
import type { Transaction } from '../db/transaction.ts'
import { chainHash, detailsHash } from './chain.ts'
import { hint } from './feed.ts'
import { appendAudit, appendDetail, appendEvent, lockLedger, moveLedger, type LedgerRow } from './store.ts'

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
 * the workspace's ledger lock, so that numbers are in commit order; they vanish with the transaction.
 */
export const record = (tx: Transaction, entry: AuditEntry | undefined, ...events: readonly ActivityEvent[]): void => {
  const pending = pendingOf.get(tx) ?? begin(tx)
  if (entry) pending.entries.push(entry)
  pending.events.push(...events)
}

const begin = (tx: Transaction): Pending => {
  const pending: Pending = { entries: [], events: [] }
  pendingOf.set(tx, pending)
  tx.beforeCommit(() => write(tx, pending))
  return pending
}

const write = async (tx: Transaction, { entries, events }: Pending) => {
  const { workspace } = tx
  if (!workspace) throw new Error('Only the work of a workspace can be recorded')
  const ledger = await lockLedger(tx, workspace)
  const now = await tx.now()
  const writes: Promise<unknown>[] = []
  let { auditPosition, auditHash, eventPosition } = ledger
  for (const entry of entries) {
    auditPosition += 1
    const row = rowOf(workspace, auditPosition, now, entry)
    auditHash = chainHash(auditHash, row.chained)
    writes.push(appendAudit(tx, row.chained, auditHash), appendDetail(tx, row.chained, row.salt, row.details))
  }
  for (const event of events) {
    eventPosition += 1
    writes.push(appendEvent(tx, { ...event, workspace, position: eventPosition, id: uuidv7(), occurredAt: now }))
  }
  const after: LedgerRow = { auditPosition, auditHash, eventPosition }
  await Promise.all([...writes, moveLedger(tx, workspace, after)])
  if (events.length > 0) tx.afterCommit(() => hint(workspace))
}

const rowOf = (workspace: string, position: number, now: Date, entry: AuditEntry) => {
  const salt = randomBytes(16)
  const details = entry.details ?? {}
  const chained = {
    workspaceId: workspace,
    position,
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
  return { chained, salt, details }
}

export type ChainedRow = ReturnType<typeof rowOf>['chained']
