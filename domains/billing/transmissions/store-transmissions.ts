import { oneRowStatement, rowStatement, statement } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { ChangedBy } from '../../../platform/db/transaction.ts'
import { workspacesDue } from '../../../platform/db/workspaces-due.ts'
import { invoiceTransmission, invoiceTransmissionStatus, type StatusRow, type TransmissionRow } from './tables.ts'

const { columns } = invoiceTransmission

/** Newest first. */
export const transmissionsOf = statement<{ invoiceId: string }, TransmissionRow>(
  'transmission.of-invoice',
  `select ${columns} from invoice_transmission where workspace_id = :workspace and invoice_id = :invoiceId
   order by created_at desc, id desc limit 100`,
)

const handedOver = ['id', 'invoiceId', 'sha256', 'profile', 'connectionId', 'driver', 'environment'] as const
/** Inserts a transmission, or restarts a failed one. The caller has locked the invoice; none of its is on its way. */
export const beginTransmission = oneRowStatement<
  ChangedBy & Pick<TransmissionRow, (typeof handedOver)[number]>,
  TransmissionRow
>(
  'transmission.begin',
  insertInto(
    invoiceTransmission,
    handedOver,
    {
      workspaceId: ':workspace',
      state: `'waiting'`,
      attempts: '0',
      nextAttemptAt: ':now',
      begunAt: ':now',
      createdAt: ':now',
      createdBy: ':userId',
    },
    `on conflict (workspace_id, invoice_id, sha256) do update
     set state = case when invoice_transmission.reference is null
         or invoice_transmission.connection_id <> excluded.connection_id then 'waiting' else 'created' end,
       reference = case when invoice_transmission.connection_id = excluded.connection_id
         then invoice_transmission.reference end,
       connection_id = excluded.connection_id, driver = excluded.driver, environment = excluded.environment,
       attempts = invoice_transmission.attempts + 1, reason = null, detail = null,
       next_attempt_at = excluded.begun_at, begun_at = excluded.begun_at
     where invoice_transmission.state = 'failed'
     returning ${columns}`,
  ),
)

/** Workspaces in which an access point is to be asked, asked for all of them. */
export const transmissionsDueIn = workspacesDue(
  'transmission',
  'invoice_transmission where next_attempt_at <= now()::timestamptz(3)',
)

/** Claims transmissions for one attempt each; no other process takes them within `pauseMs`. */
export const claimDueTransmissions = statement<{ now: Date; pauseMs: number; limit: number }, TransmissionRow>(
  'transmission.claim-due',
  `update invoice_transmission set attempts = attempts + 1,
     next_attempt_at = :now::timestamptz + :pauseMs::float8 * interval '1 millisecond'
   where id = any(array(select id from invoice_transmission
     where workspace_id = :workspace and next_attempt_at <= :now::timestamptz
     order by next_attempt_at limit :limit for update skip locked))
   returning ${columns}`,
)

/** An attempt at a transmission: a later one ends it. */
export type Attempt = Pick<TransmissionRow, 'id' | 'attempts'>

/** The transmission as it is now, locked; undefined if another attempt has begun. */
export const lockAttempt = rowStatement<Attempt, TransmissionRow>(
  'transmission.hold',
  `select ${columns} from invoice_transmission
   where workspace_id = :workspace and id = :id and attempts = :attempts for update`,
)

/** The access point has it under this reference. The caller holds it; undefined if it is not wanted any more. */
export const markCreated = rowStatement<{ id: string; reference: string }, TransmissionRow>(
  'transmission.created',
  `update invoice_transmission set state = 'created', reference = :reference
   where workspace_id = :workspace and id = :id and state in ('waiting', 'created') returning ${columns}`,
)

/** Records, under the same locks, that the next request sends it, and that no other attempt begins before `until`. */
export const markSending = rowStatement<{ id: string; until: Date }, TransmissionRow>(
  'transmission.sending',
  `update invoice_transmission set state = 'sending', next_attempt_at = :until
   where workspace_id = :workspace and id = :id and state in ('created', 'sending') returning ${columns}`,
)

type Learned = Pick<TransmissionRow, 'id' | 'state' | 'answer' | 'answeredAt' | 'reason' | 'detail'>

/** Updates the known state. The caller has locked the row. */
export const updateTransmissionState = oneRowStatement<Learned, TransmissionRow>(
  'transmission.learn',
  `update invoice_transmission set state = :state, answer = :answer, answered_at = :answeredAt, reason = :reason,
     detail = :detail where workspace_id = :workspace and id = :id returning ${columns}`,
)

/** Sets the time of the next request and the trouble until then, unless another attempt has begun. */
export const postponeAttempt = statement<Attempt & Pick<TransmissionRow, 'reason' | 'detail'> & { next: Date | null }>(
  'transmission.postpone',
  `update invoice_transmission set next_attempt_at = :next, reason = :reason, detail = :detail
   where workspace_id = :workspace and id = :id and attempts = :attempts`,
)

/** Lets the access point be asked at once. One that is just being sent is left to the attempt that sends it. */
export const wakeTransmission = statement<{ connectionId: string; reference: string; now: Date }>(
  'transmission.wake',
  `update invoice_transmission set next_attempt_at = least(next_attempt_at, :now::timestamptz)
   where workspace_id = :workspace and connection_id = :connectionId and reference = :reference
     and state in ('handed_over', 'failed', 'delivered', 'answered')`,
)

/** Transmissions of a connection that no request has sent, locked. */
export const lockUnsent = statement<{ connectionId: string }, TransmissionRow>(
  'transmission.unsent',
  `select ${columns} from invoice_transmission
   where workspace_id = :workspace and connection_id = :connectionId and state in ('waiting', 'created')
   order by id for update`,
)

/** Limits a disconnected access point's requests to whether sent transmissions arrive. */
export const stopPollingDisconnected = statement(
  'transmission.rest',
  `update invoice_transmission t set next_attempt_at = null
   where t.workspace_id = :workspace and t.next_attempt_at is not null and t.state not in ('sending', 'handed_over')
     and exists (select from access_point_connection c
       where c.workspace_id = :workspace and c.id = t.connection_id and c.disconnected_at is not null)`,
)

type NewStatus = Omit<StatusRow, 'createdAt'> & { readonly rawSha256: string | null; readonly now: Date }

export const insertStatus = statement<NewStatus>(
  'transmission-status.insert',
  insertInto(invoiceTransmissionStatus, ['id', 'transmissionId', 'state', 'code', 'source', 'at', 'rawSha256'], {
    workspaceId: ':workspace',
    createdAt: ':now',
  }),
)

/** Statuses of these transmissions, oldest first. */
export const statusesOf = statement<{ ids: readonly string[] }, StatusRow>(
  'transmission-status.of',
  `select ${invoiceTransmissionStatus.columns} from invoice_transmission_status
   where workspace_id = :workspace and transmission_id = any(:ids) order by created_at, id limit 1000`,
)
