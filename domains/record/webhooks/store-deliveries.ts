import { v7 as uuidv7, validate } from 'uuid'
import { countOf, countedPage, type Cursor, type RowCount } from '../../../platform/db/page.ts'
import { oneRowStatement, rowStatement, statement } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { rowExpiry } from '../../../platform/retention/index.ts'
import {
  webhookAttempt,
  webhookDelivery,
  type AttemptRow,
  type DeliveryKind,
  type DeliveryRow,
  type DeliveryStatus,
} from './tables.ts'

const { columns } = webhookDelivery

type PageAsked = { webhookId: string; at: string; id: string; rows: number; status: DeliveryStatus | null }
const listed = `webhook_delivery
   where workspace_id = :workspace and webhook_id = :webhookId and (created_at, id) < (:at, :id)
     and (:status::text is null or status = :status)`
const page = statement<PageAsked, DeliveryRow>(
  'webhook-delivery.page',
  `select ${columns} from ${listed} order by created_at desc, id desc limit :rows`,
)
const count = statement<PageAsked, RowCount>('webhook-delivery.count', countOf(listed))
export const deliveryPage = (
  tx: Transaction,
  webhookId: string,
  { at, id }: Cursor,
  limit: number,
  status: DeliveryStatus | undefined,
) => countedPage(tx, { page, count }, { webhookId, at, id, status: status ?? null }, limit)

const find = rowStatement<{ webhookId: string; id: string }, DeliveryRow>(
  'webhook-delivery.find',
  `select ${columns} from webhook_delivery
   where workspace_id = :workspace and webhook_id = :webhookId and id = :id`,
)
export const findDelivery = async (tx: Transaction, webhookId: string, id: string) =>
  validate(webhookId) && validate(id) ? find(tx, { webhookId, id }) : undefined

export const attemptsOf = statement<{ deliveryId: string }, AttemptRow>(
  'webhook-delivery.attempts',
  `select ${webhookAttempt.columns} from webhook_attempt
   where workspace_id = :workspace and delivery_id = :deliveryId order by number`,
)

type DeliverySubject = Pick<DeliveryRow, 'kind' | 'messageId' | 'eventType' | 'eventPosition'>

const insertOne = oneRowStatement<DeliverySubject & { id: string; webhookId: string; now: Date }, DeliveryRow>(
  'webhook-delivery.insert',
  insertInto(
    webhookDelivery,
    ['webhookId', 'id', 'kind', 'messageId', 'eventType', 'eventPosition'],
    { workspaceId: ':workspace', status: `'waiting'`, nextAttemptAt: ':now', createdAt: ':now' },
    `returning ${columns}`,
  ),
)
// A requested replay does not wait until the webhook has rested.
const wake = statement<{ webhookId: string; now: Date }>(
  'webhook-delivery.wake',
  `update webhook set next_due_at = :now, rests_until = null where workspace_id = :workspace and id = :webhookId`,
)
/** Adds a delivery that a person asked for, under the lock of its webhook: due at once. */
export const insertDelivery = async (tx: Transaction, webhookId: string, about: DeliverySubject, now: Date) => {
  const row = await insertOne(tx, { webhookId, id: uuidv7(), ...about, now })
  await wake(tx, { webhookId, now })
  return row
}

const insertMany = statement<{
  webhookId: string
  kind: DeliveryKind
  ids: readonly string[]
  messageIds: readonly string[]
  eventTypes: readonly string[]
  positions: readonly number[]
  now: Date
}>(
  'webhook-delivery.insert-many',
  `insert into webhook_delivery (workspace_id, webhook_id, id, kind, message_id, event_type, event_position, status,
     next_attempt_at, created_at)
   select :workspace, :webhookId, given.id, :kind, given.message_id, given.event_type, given.position, 'waiting', :now, :now
   from unnest(:ids::uuid[], :messageIds::uuid[], :eventTypes::text[], :positions::int8[])
     as given (id, message_id, event_type, position)`,
)
/** Deliveries of these events, due at once, in their order. */
export const insertDeliveries = async (
  tx: Transaction,
  webhookId: string,
  kind: DeliveryKind,
  events: readonly { readonly id: string; readonly name: string; readonly position: number }[],
  now: Date,
) => {
  if (events.length === 0) return
  await insertMany(tx, {
    webhookId,
    kind,
    now,
    ids: events.map(() => uuidv7()),
    messageIds: events.map(({ id }) => id),
    eventTypes: events.map(({ name }) => name),
    positions: events.map(({ position }) => position),
  })
}

/** Deliveries that ended long ago, with their attempts. */
export const deliveryExpiry = rowExpiry('webhookDeliveries', webhookDelivery, 'ended_at')
