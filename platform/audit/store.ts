import { v7 as uuidv7 } from 'uuid'
import { json, matchStatement, rowStatement, statement, type Json, type NoValues } from '../db/statement.ts'
import { insertInto } from '../db/table.ts'
import type { Transaction } from '../db/transaction.ts'
import { workspacesDue } from '../db/workspaces-due.ts'
import {
  erasureAction,
  type ActivityEvent,
  type AuditEntry,
  type ChainedRow,
  type StoredRow,
  type UnnumberedRow,
} from './row.ts'
import { auditCheckpoint, ledger, auditRepeat } from './tables.ts'
import type { DueIn } from '../jobs/index.ts'

export const openLedger = matchStatement<{ workspaceId: string; emptyHead: Buffer }, { workspaceId: string }>(
  'ledger.open',
  insertInto(
    ledger,
    ['workspaceId'],
    { auditHash: ':emptyHead' },
    'on conflict do nothing returning workspace_id as "workspaceId"',
  ),
)

// A workspace without a ledger ends in an error: there is no position then, and none may be missing.
const audit = statement<UnnumberedRow & { before: string; after: string; salt: Buffer; details: Json }>(
  'audit.append',
  `with moved as (
     update ledger set audit_position = audit_position + 1,
       audit_hash = sha256(audit_hash || convert_to(:before || (audit_position + 1)::text || :after, 'UTF8'))
     where workspace_id = :workspaceId returning audit_position, audit_hash)
   insert into audit_row (workspace_id, position, id, occurred_at, actor_type, actor_id, action, category,
     resource_type, resource_id, parent_type, parent_id, outcome, severity, source, request_id, trace_id,
     details_hash, hash, salt, details, project_id)
   values (:workspaceId, (select audit_position from moved), :id, :occurredAt, :actorType, :actorId, :action,
     :category, :resourceType, :resourceId, :parentType, :parentId, :outcome, :severity, :source, :requestId,
     :traceId, decode(:detailsHash, 'hex'), (select audit_hash from moved), :salt, :details,
     :details::jsonb ->> 'projectId')`,
)
export const appendAudit = (
  tx: Transaction,
  row: UnnumberedRow,
  [before, after]: readonly [before: string, after: string],
  salt: Buffer,
  details: object,
) => audit(tx, { ...row, before, after, salt, details: json(details) })

const event = statement<{
  workspaceId: string
  id: string
  name: string
  entityType: string
  entityId: string
  projectId: string | null
  cycleId: string | null
  taskId: string | null
  traceId: string | null
  payload: Json
  occurredAt: Date
}>(
  'event.append',
  `with moved as (
     update ledger set event_position = event_position + 1, event_at = greatest(event_at, :occurredAt::timestamptz)
     where workspace_id = :workspaceId returning event_position, event_at)
   insert into activity_event (workspace_id, position, id, name, entity_type, entity_id, project_id, cycle_id, task_id,
     trace_id, payload, occurred_at)
   values (:workspaceId, (select event_position from moved), :id, :name, :entityType, :entityId, :projectId, :cycleId, :taskId, :traceId, :payload, (select event_at from moved))`,
)
export const appendEvent = (tx: Transaction, workspaceId: string, added: ActivityEvent, occurredAt: Date) =>
  event(tx, {
    workspaceId,
    id: uuidv7(),
    name: added.name,
    entityType: added.entity[0],
    entityId: added.entity[1],
    projectId: added.projectId ?? null,
    cycleId: added.cycleId ?? null,
    taskId: added.taskId ?? null,
    traceId: added.traceId ?? null,
    payload: json(added.payload ?? {}),
    occurredAt,
  })

type ChainColumns = Omit<ChainedRow, 'occurredAt'> &
  Omit<StoredRow, 'row' | 'erasedAt'> & { readonly occurredAt: Date; readonly erasedAt: Date | null }

const chainColumns = `workspace_id as "workspaceId", position, id, occurred_at as "occurredAt", actor_type as "actorType",
     actor_id as "actorId", action, category, resource_type as "resourceType", resource_id as "resourceId",
     parent_type as "parentType", parent_id as "parentId", outcome, severity, source, request_id as "requestId",
     trace_id as "traceId", encode(details_hash, 'hex') as "detailsHash", hash, salt, details, erased_at as "erasedAt"`
const chain = statement<{ after: number; upTo: number; limit: number }, ChainColumns>(
  'audit.chain',
  `select ${chainColumns} from audit_row where workspace_id = :workspace and position > :after and position <= :upTo
   order by position limit :limit`,
)
/** Rows behind a position with what proves them, in the order of the chain. */
export const chainPage = async (tx: Transaction, range: Parameters<typeof chain>[1]) =>
  (await chain(tx, range)).map(storedRowOf)

const storedRowOf = ({ hash, salt, details, erasedAt, occurredAt, ...row }: ChainColumns): StoredRow => ({
  row: { ...row, occurredAt: occurredAt.toISOString() },
  hash,
  salt,
  details,
  erasedAt,
})

/** Selects rows of successful actions: these actions, about one of the ids or done by one of the people. */
export interface RowQuery {
  readonly ids: readonly string[]
  readonly actions: readonly string[]
  /** Actions that count by who did them. */
  readonly ownActions: readonly string[]
  readonly actorIds: readonly string[]
  /** Positions whose erasure is looked for. */
  readonly erased: readonly number[]
}
const about = statement<RowQuery & { limit: number }, ChainColumns & { before: Buffer | null }>(
  'audit.about',
  `select ${chainColumns}, (select b.hash from audit_row b
       where b.workspace_id = :workspace and b.position = audit_row.position - 1) as before
   from audit_row where workspace_id = :workspace and outcome = 'success'
     and ((resource_id = any(:ids::text[]) or parent_id = any(:ids::text[])) and action = any(:actions)
       or actor_id = any(:actorIds::text[]) and action = any(:ownActions)
       or action = '${erasureAction}' and exists (
         select 1 from jsonb_array_elements(details -> 'positions') p where p::bigint = any(:erased::bigint[])))
   order by position limit :limit`,
)
/** Rows of a chain, each with the head before it, oldest first; at most `limit`. */
export const rowsAbout = async (tx: Transaction, query: RowQuery, limit: number) =>
  (await about(tx, { ...query, limit })).map(({ before, ...row }) => ({ stored: storedRowOf(row), before }))

const chainState = rowStatement<NoValues, ChainState>(
  'audit.chain-state',
  `select l.audit_position as position, l.audit_hash as hash,
     coalesce((select max(position) from audit_row where workspace_id = :workspace), 0) as "lastPosition",
     coalesce((select max(size) from audit_checkpoint where workspace_id = :workspace), 0) as "lastSize"
   from ledger l where l.workspace_id = :workspace`,
)
/** The head of a chain, read in one statement. */
export interface ChainState {
  readonly position: number
  readonly hash: Buffer
  /** The last stored row; equals `position` unless the tables were changed by hand. */
  readonly lastPosition: number
  /** Rows that the newest checkpoint is of; 0 without one. */
  readonly lastSize: number
}
export const readChainState = async (tx: Transaction): Promise<ChainState> => {
  const found = await chainState(tx)
  if (!found) throw new Error(`Workspace ${tx.workspace} has no ledger`)
  return found
}

interface CheckpointRow {
  readonly size: number
  readonly note: string
  readonly createdAt: Date
}
const checkpointColumns = 'size, note, created_at as "createdAt"'

/** Checkpoints of more rows than `after`, smallest first. */
export const checkpointsAfter = statement<{ after: number; upTo: number; limit: number }, CheckpointRow>(
  'audit.checkpoints-up',
  `select ${checkpointColumns} from audit_checkpoint where workspace_id = :workspace and size > :after and size <= :upTo
   order by size limit :limit`,
)
/** Checkpoints of fewer rows than `before`, largest first. */
export const checkpointsBefore = statement<{ before: number; limit: number }, CheckpointRow>(
  'audit.checkpoints-down',
  `select ${checkpointColumns} from audit_checkpoint where workspace_id = :workspace and size < :before order by size desc limit :limit`,
)

const addCheckpoint = matchStatement<{ size: number; note: string; createdAt: Date }, { size: number }>(
  'audit.insert-checkpoint',
  insertInto(
    auditCheckpoint,
    ['size', 'note', 'createdAt'],
    { workspaceId: ':workspace' },
    'on conflict do nothing returning size',
  ),
)
/** Returns true if it is new: each size has one checkpoint. */
export const insertCheckpoint = async (tx: Transaction, size: number, note: string): Promise<boolean> =>
  addCheckpoint(tx, { size, note, createdAt: await tx.now() })

const count = rowStatement<{ fingerprint: Buffer; entry: Json; now: Date }, { repeats: number }>(
  'audit.count-repeat',
  insertInto(
    auditRepeat,
    ['fingerprint', 'entry'],
    {
      workspaceId: ':workspace',
      firstAt: ':now::timestamptz',
      lastAt: ':now',
      endsAt: ":now + interval '1 minute'",
    },
    `on conflict (workspace_id, fingerprint) do update
     set repeats = audit_repeat.repeats + 1, last_at = excluded.last_at
     where audit_repeat.ends_at > excluded.first_at returning repeats`,
  ),
)
/** How often it was seen before within its minute; undefined when that is over, and then the row is locked. */
export const countRepeat = async (tx: Transaction, fingerprint: Buffer, entry: object, now: Date) =>
  (await count(tx, { fingerprint, entry: json(entry), now }))?.repeats

export interface RepeatRow {
  readonly entry: AuditEntry
  readonly repeats: number
  readonly firstAt: Date
  readonly lastAt: Date
}
const repeatColumns = 'entry, repeats, first_at as "firstAt", last_at as "lastAt"'

export const claimRepeat = rowStatement<{ fingerprint: Buffer }, RepeatRow>(
  'audit.take-repeat',
  `delete from audit_repeat where workspace_id = :workspace and fingerprint = :fingerprint returning ${repeatColumns}`,
)

/** Takes counts whose minute is over, at most `limit`. */
export const claimRepeatsOver = statement<{ limit: number }, RepeatRow>(
  'audit.take-repeats-over',
  `delete from audit_repeat where workspace_id = :workspace and fingerprint = any(array(
     select fingerprint from audit_repeat where workspace_id = :workspace and ends_at <= now()::timestamptz(3) limit :limit for update skip locked))
   returning ${repeatColumns}`,
)

/** Deletes and returns the counts of actions by these actors or on them. */
export const claimRepeatsBy = statement<{ actorIds: readonly string[] }, RepeatRow>(
  'audit.take-repeats-by',
  `delete from audit_repeat where workspace_id = :workspace
     and (entry -> 'actor' ->> 'id' = any(:actorIds) or entry -> 'resource' ->> 1 = any(:actorIds))
   returning ${repeatColumns}`,
)

/** The channel of hints that a workspace has new events. */
export const feedChannel = 'atelier_feed'

/** The position of the newest event of a workspace, as SQL; the argument is SQL too: a column or a parameter. */
export const newestEvent = (workspaceId: string): string =>
  `(select ledger.event_position from ledger where ledger.workspace_id = ${workspaceId})`

const grown = statement<{ limit: number }, { workspaceId: string }>(
  'audit.grown',
  `select l.workspace_id as "workspaceId" from ledger l
   where l.audit_position <> coalesce(
     (select max(c.size) from audit_checkpoint c where c.workspace_id = l.workspace_id), 0) limit :limit`,
)
/** Workspaces whose chain is longer, or shorter, than its last checkpoint. */
export const grownChains: DueIn = async (tx, limit) =>
  (await grown(tx, { limit })).map(({ workspaceId }) => workspaceId)

/** Workspaces with repeats whose minute is over. */
export const repeatsDueIn: DueIn = workspacesDue('audit-repeat', 'audit_repeat where ends_at <= now()::timestamptz(3)')

/** Whether any workspace has a checkpoint, which the audit key has signed. */
export const hasCheckpoints = matchStatement('audit.has-checkpoints', 'select from audit_checkpoint limit 1')
