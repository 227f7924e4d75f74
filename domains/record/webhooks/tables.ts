import { table, type RowOf } from '../../../platform/db/table.ts'

export const webhook = table(
  'webhook',
  {
    id: 'uuid',
    url: 'text',
    description: 'text?',
    eventTypes: 'text[]?',
    projectIds: 'uuid[]?',
    keyVersion: 'int4',
    ciphertext: 'bytea',
    previousKeyVersion: 'int4?',
    previousCiphertext: 'bytea?',
    previousUntil: 'timestamptz?',
    position: 'int8',
    replayAt: 'timestamptz?',
    replayPosition: 'int8?',
    replayUntil: 'timestamptz?',
    failures: 'int4',
    failingSince: 'timestamptz?',
    disabledAt: 'timestamptz?',
    disabledReason: 'text?',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
  },
  {
    workspaceId: 'uuid',
    createdBy: 'uuid',
    updatedBy: 'uuid',
    restsUntil: 'timestamptz?',
    nextDueAt: 'timestamptz?',
    isFull: 'bool',
    turnAt: 'timestamptz?',
    holder: 'text?',
    leasedUntil: 'timestamptz?',
  },
)
export type WebhookRow = RowOf<typeof webhook, { disabledReason: 'person' | 'failures' | 'gone' | null }>

export const webhookDelivery = table(
  'webhook_delivery',
  {
    id: 'uuid',
    kind: 'text',
    messageId: 'uuid',
    eventType: 'text',
    eventPosition: 'int8?',
    status: 'text',
    attempts: 'int4',
    nextAttemptAt: 'timestamptz?',
    responseStatus: 'int4?',
    error: 'text?',
    createdAt: 'timestamptz',
    endedAt: 'timestamptz?',
  },
  { workspaceId: 'uuid', webhookId: 'uuid' },
)
export type DeliveryKind = 'event' | 'replay' | 'test'
export type DeliveryStatus = 'waiting' | 'delivered' | 'failed'
export type DeliveryRow = RowOf<typeof webhookDelivery, { kind: DeliveryKind; status: DeliveryStatus }>

export const webhookAttempt = table(
  'webhook_attempt',
  {
    number: 'int4',
    attemptedAt: 'timestamptz',
    durationMs: 'int4',
    responseStatus: 'int4?',
    responseHead: 'text?',
    error: 'text?',
  },
  { workspaceId: 'uuid', deliveryId: 'uuid' },
)
export type AttemptRow = RowOf<typeof webhookAttempt>
