import type pg from 'pg'
import { statement, type Transaction } from '../db/transaction.ts'
import type { ActivityEvent, ChainedRow } from './record.ts'

export interface LedgerRow {
  auditPosition: number
  auditHash: Buffer
  eventPosition: number
}

const ledger = statement<LedgerRow>(
  'ledger.lock',
  `select audit_position as "auditPosition", audit_hash as "auditHash", event_position as "eventPosition"
   from ledger where workspace_id = $1 for update`,
)
export const lockLedger = async (tx: Transaction, workspace: string): Promise<LedgerRow> => {
  const row = (await ledger(tx, [workspace])).at(0)
  if (!row) throw new Error(`Workspace ${workspace} has no ledger`)
  return row
}

const move = statement(
  'ledger.move',
  'update ledger set audit_position = $2, audit_hash = $3, event_position = $4 where workspace_id = $1',
)
export const moveLedger = (tx: Transaction, workspace: string, row: LedgerRow) =>
  move(tx, [workspace, row.auditPosition, row.auditHash, row.eventPosition])

const open = statement(
  'ledger.open',
  'insert into ledger (workspace_id, audit_hash) values ($1, $2) on conflict do nothing',
)
export const openLedger = (tx: Transaction, workspace: string, emptyHead: Buffer) => open(tx, [workspace, emptyHead])

const audit = statement(
  'audit.append',
  `insert into audit_row (workspace_id, position, id, occurred_at, actor_type, actor_id, action, category,
     resource_type, resource_id, parent_type, parent_id, outcome, severity, source, request_id, trace_id,
     details_hash, hash)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, decode($18, 'hex'), $19)`,
)
export const appendAudit = (tx: Transaction, row: ChainedRow, hash: Buffer) => audit(tx, [...Object.values(row), hash])

const detail = statement(
  'audit.append-detail',
  'insert into audit_detail (workspace_id, audit_id, salt, details) values ($1, $2, $3, $4)',
)
export const appendDetail = (tx: Transaction, workspace: string, id: string, salt: Buffer, details: object) =>
  detail(tx, [workspace, id, salt, JSON.stringify(details)])

const event = statement(
  'event.append',
  `insert into activity_event (workspace_id, position, id, name, entity_type, entity_id, project_id, cycle_id,
     task_id, trace_id, payload, occurred_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
)
interface NumberedEvent extends ActivityEvent {
  readonly workspace: string
  readonly position: number
  readonly id: string
  readonly occurredAt: Date
}
export const appendEvent = (tx: Transaction, added: NumberedEvent) =>
  event(tx, [
    added.workspace,
    added.position,
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

const channel = 'atelier_feed'
type Session = Pick<pg.Client, 'query'>
/** Asks a session of its own to be told of hints. */
export const listenForHints = (session: Session) => session.query(`listen ${channel}`)
/** Tells the sessions that listen, on every process. At most 8,000 bytes. */
export const sendHints = (session: Session, payload: string) =>
  session.query('select pg_notify($1, $2)', [channel, payload])
