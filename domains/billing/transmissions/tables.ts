import { table, type RowOf } from '../../../platform/db/table.ts'
import type { AnswerCode, AccessPointEnvironment, AccessPointId, TransmissionReason, StoredState } from './rules.ts'

export const accessPointConnection = table(
  'access_point_connection',
  {
    id: 'uuid',
    driver: 'text',
    environment: 'text',
    apiKeyVersion: 'int4?',
    apiKeyCiphertext: 'bytea?',
    apiKeyEnding: 'text?',
    webhookKeyVersion: 'int4?',
    webhookCiphertext: 'bytea?',
    hasWebhookSecret: 'bool',
    noticeAt: 'timestamptz?',
    connectedAt: 'timestamptz',
    disconnectedAt: 'timestamptz?',
  },
  {
    workspaceId: 'uuid',
    tokenHash: 'bytea?',
    connectedBy: 'uuid',
    updatedAt: 'timestamptz',
    updatedBy: 'uuid',
    disconnectedBy: 'uuid?',
  },
)
export type ConnectionRow = RowOf<
  typeof accessPointConnection,
  { driver: AccessPointId; environment: AccessPointEnvironment }
>

export const invoiceTransmission = table(
  'invoice_transmission',
  {
    id: 'uuid',
    invoiceId: 'uuid',
    sha256: 'text',
    profile: 'text',
    connectionId: 'uuid',
    driver: 'text',
    environment: 'text',
    state: 'text',
    reference: 'text?',
    answer: 'text?',
    answeredAt: 'timestamptz?',
    reason: 'text?',
    detail: 'text?',
    attempts: 'int4',
    nextAttemptAt: 'timestamptz?',
    begunAt: 'timestamptz',
    createdAt: 'timestamptz',
  },
  { workspaceId: 'uuid', createdBy: 'uuid' },
)
export type TransmissionRow = RowOf<
  typeof invoiceTransmission,
  {
    profile: 'peppol'
    driver: AccessPointId
    environment: AccessPointEnvironment
    state: StoredState
    answer: AnswerCode | null
    reason: TransmissionReason | null
  }
>

export const invoiceTransmissionStatus = table(
  'invoice_transmission_status',
  {
    id: 'uuid',
    transmissionId: 'uuid',
    state: 'text',
    code: 'text',
    source: 'text',
    at: 'timestamptz',
    createdAt: 'timestamptz',
  },
  { workspaceId: 'uuid', rawSha256: 'text?' },
)
export type StatusRow = RowOf<
  typeof invoiceTransmissionStatus,
  { state: Exclude<StoredState, 'created' | 'sending'>; source: 'person' | 'access_point' | 'server' }
>
