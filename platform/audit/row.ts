import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { Actor, Source } from '../access/caller.ts'
import type { Audit } from '../contract/operation.ts'
import { storableValue } from '../validation/storable-text.ts'
import { detailsHash } from './chain.ts'

/** An action of a person, agent or server, with what proves it. */
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
  /** Stored beside the chain, so that it can be erased. Never a secret. */
  readonly details?: Readonly<Record<string, unknown>>
}

/** The server as the actor, at nobody's request. */
export const byServer = { actor: { type: 'system', id: null }, source: 'internal' } as const

/** An event, for people who follow the work. */
export interface ActivityEvent {
  readonly name: string
  readonly entity: readonly [type: string, id: string]
  readonly projectId?: string
  readonly cycleId?: string
  readonly taskId?: string
  readonly traceId?: string
  readonly payload?: Readonly<Record<string, unknown>>
}

/** The action of the row that names the rows whose details were erased: `positions` in its own details. */
export const erasureAction = 'audit.erase'

/** The row of an entry, with the salt of its details. */
export const rowOf = (workspace: string, now: Date, entry: AuditEntry) => {
  const salt = randomBytes(16)
  // The stored details are hashed.
  const details = storableValue(entry.details ?? {})
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
export type UnnumberedRow = ReturnType<typeof rowOf>['row']
/** The part of a row that is hashed into the chain. */
export type ChainedRow = UnnumberedRow & { readonly position: number }

/** A row as it is in the table or in an export: the chained part, and its proof. */
export interface StoredRow {
  readonly row: ChainedRow
  /** The head of the chain up to and with this row, 32 bytes. */
  readonly hash: Buffer
  /** Null together with the details once these were erased. */
  readonly salt: Buffer | null
  readonly details: Readonly<Record<string, unknown>> | null
  readonly erasedAt: Date | string | null
}
