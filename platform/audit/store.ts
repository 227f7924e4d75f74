import type pg from 'pg'
import { statement, type Transaction } from '../db/transaction.ts'
import type { ActivityEvent, AuditEntry, ChainedRow, StoredRow, UnplacedRow } from './row.ts'

const open = statement<{ workspaceId: string }>(
  'ledger.open',
  `insert into ledger (workspace_id, audit_hash) values ($1, $2) on conflict do nothing
   returning workspace_id as "workspaceId"`,
)
export const openLedger = async (tx: Transaction, workspace: string, emptyHead: Buffer): Promise<boolean> =>
  (await open(tx, [workspace, emptyHead])).length > 0

// A workspace without a ledger ends in an error: there is no position then, and none may be missing.
const audit = statement(
  'audit.append',
  `with moved as (
     update ledger set audit_position = audit_position + 1,
       audit_hash = sha256(audit_hash || convert_to($1 || (audit_position + 1)::text || $2, 'UTF8'))
     where workspace_id = $3 returning audit_position, audit_hash)
   insert into audit_row (workspace_id, position, id, occurred_at, actor_type, actor_id, action, category,
     resource_type, resource_id, parent_type, parent_id, outcome, severity, source, request_id, trace_id,
     details_hash, hash, salt, details)
   values ($3, (select audit_position from moved), $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17,
     $18, decode($19, 'hex'), (select audit_hash from moved), $20, $21)`,
)
export const appendAudit = (
  tx: Transaction,
  row: UnplacedRow,
  around: readonly [before: string, after: string],
  salt: Buffer,
  details: object,
) => audit(tx, [...around, ...Object.values(row), salt, JSON.stringify(details)])

const event = statement(
  'event.append',
  `with moved as (
     update ledger set event_position = event_position + 1 where workspace_id = $1 returning event_position)
   insert into activity_event (workspace_id, position, id, name, entity_type, entity_id, project_id, cycle_id, task_id,
     trace_id, payload, occurred_at)
   values ($1, (select event_position from moved), $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
)
interface NumberedEvent extends ActivityEvent {
  readonly workspace: string
  readonly id: string
  readonly occurredAt: Date
}
export const appendEvent = (tx: Transaction, added: NumberedEvent) =>
  event(tx, [
    added.workspace,
    added.id,
    added.name,
    added.entity[0],
    added.entity[1],
    added.projectId ?? null,
    added.cycleId ?? null,
    added.taskId ?? null,
    added.traceId ?? null,
    JSON.stringify(added.payload ?? {}),
    added.occurredAt,
  ])

type ChainColumns = Omit<ChainedRow, 'occurredAt'> & Omit<StoredRow, 'row'> & { readonly occurredAt: Date }

const chain = statement<ChainColumns>(
  'audit.chain',
  `select workspace_id as "workspaceId", position, id, occurred_at as "occurredAt", actor_type as "actorType",
     actor_id as "actorId", action, category, resource_type as "resourceType", resource_id as "resourceId",
     parent_type as "parentType", parent_id as "parentId", outcome, severity, source, request_id as "requestId",
     trace_id as "traceId", encode(details_hash, 'hex') as "detailsHash", hash, salt, details, erased_at as "erasedAt"
   from audit_row where workspace_id = $1 and position > $2 and position <= $3 order by position limit $4`,
)
/** Rows behind a position with what proves them, in the order of the chain. */
export const chainPage = async (
  tx: Transaction,
  { after, upTo, limit }: { readonly after: number; readonly upTo: number; readonly limit: number },
): Promise<StoredRow[]> => {
  const rows = await chain(tx, [tx.workspace, after, upTo, limit])
  return rows.map(({ hash, salt, details, erasedAt, occurredAt, ...row }) => ({
    row: { ...row, occurredAt: occurredAt.toISOString() },
    hash,
    salt,
    details,
    erasedAt,
  }))
}

const standing = statement<Standing>(
  'audit.standing',
  `select l.audit_position as position, l.audit_hash as hash,
     coalesce((select max(position) from audit_row where workspace_id = $1), 0) as "lastPosition",
     coalesce((select max(size) from audit_checkpoint where workspace_id = $1), 0) as "lastSize"
   from ledger l where l.workspace_id = $1`,
)
/** Where a chain stands, as one moment has it. */
export interface Standing {
  readonly position: number
  readonly hash: Buffer
  /** The last row that is there; `position` unless somebody was at the tables. */
  readonly lastPosition: number
  /** Rows that the newest checkpoint is of; 0 without one. */
  readonly lastSize: number
}
export const chainStanding = async (tx: Transaction): Promise<Standing> => {
  const found = (await standing(tx, [tx.workspace])).at(0)
  if (!found) throw new Error(`Workspace ${tx.workspace} has no ledger`)
  return found
}

export interface CheckpointRow {
  readonly size: number
  readonly note: string
  readonly createdAt: Date
}
const checkpointColumns = 'size, note, created_at as "createdAt"'

const checkpointsUp = statement<CheckpointRow>(
  'audit.checkpoints-up',
  `select ${checkpointColumns} from audit_checkpoint where workspace_id = $1 and size > $2 and size <= $3
   order by size limit $4`,
)
/** Checkpoints of more rows than `after`, smallest first. */
export const checkpointsAfter = (
  tx: Transaction,
  { after, upTo, limit }: { readonly after: number; readonly upTo: number; readonly limit: number },
) => checkpointsUp(tx, [tx.workspace, after, upTo, limit])

const checkpointsDown = statement<CheckpointRow>(
  'audit.checkpoints-down',
  `select ${checkpointColumns} from audit_checkpoint where workspace_id = $1 and size < $2 order by size desc limit $3`,
)
/** Checkpoints of fewer rows than `before`, largest first. */
export const checkpointsBefore = (tx: Transaction, before: number, limit: number) =>
  checkpointsDown(tx, [tx.workspace, before, limit])

const addCheckpoint = statement(
  'audit.insert-checkpoint',
  `insert into audit_checkpoint (workspace_id, size, note, created_at) values ($1, $2, $3, $4) on conflict do nothing`,
)
export const insertCheckpoint = async (tx: Transaction, size: number, note: string): Promise<void> => {
  await addCheckpoint(tx, [tx.workspace, size, note, await tx.now()])
}

const count = statement<{ repeats: number }>(
  'audit.count-repeat',
  `insert into audit_repeat as r (workspace_id, fingerprint, entry, first_at, last_at, ends_at)
   values ($1, $2, $3, $4::timestamptz, $4, $4 + interval '1 minute')
   on conflict (workspace_id, fingerprint) do update set repeats = r.repeats + 1, last_at = excluded.last_at
   where r.ends_at > excluded.first_at
   returning repeats`,
)
/** How often it was seen before within its minute; undefined when that is over, and then the row is locked. */
export const countRepeat = async (tx: Transaction, fingerprint: Buffer, entry: object, now: Date) =>
  (await count(tx, [tx.workspace, fingerprint, JSON.stringify(entry), now])).at(0)?.repeats

export interface RepeatRow {
  readonly entry: AuditEntry
  readonly repeats: number
  readonly firstAt: Date
  readonly lastAt: Date
}
const repeatColumns = 'entry, repeats, first_at as "firstAt", last_at as "lastAt"'

const takeOne = statement<RepeatRow>(
  'audit.take-repeat',
  `delete from audit_repeat where workspace_id = $1 and fingerprint = $2 returning ${repeatColumns}`,
)
export const takeRepeat = async (tx: Transaction, fingerprint: Buffer) =>
  (await takeOne(tx, [tx.workspace, fingerprint])).at(0)

const takeOver = statement<RepeatRow>(
  'audit.take-repeats-over',
  `delete from audit_repeat where workspace_id = $1 and fingerprint in (
     select fingerprint from audit_repeat where workspace_id = $1 and ends_at <= now() limit $2 for update skip locked)
   returning ${repeatColumns}`,
)
/** Takes counts whose minute is over, at most `limit`. */
export const takeRepeatsOver = (tx: Transaction, limit: number) => takeOver(tx, [tx.workspace, limit])

/** The channel of hints that a workspace has new events. */
export const feedChannel = 'atelier_feed'
type Session = Pick<pg.Client, 'query'>
/** Asks a session of its own to be told of what is sent on a channel. */
export const listenTo = (session: Session, channel: string) => session.query(`listen ${channel}`)
/** Tells the sessions that listen, on every process. At most 8,000 bytes. */
export const sendHints = (session: Session, payload: string) =>
  session.query('select pg_notify($1, $2)', [feedChannel, payload])
