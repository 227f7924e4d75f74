import { table, type RowOf } from '../../../platform/db/table.ts'
import type { CheckoutStatus, Mismatch, NoticeOutcome, PaymentProvider } from './rules.ts'

export const paymentConnection = table(
  'payment_connection',
  {
    id: 'uuid',
    provider: 'text',
    isLive: 'bool',
    merchantAccount: 'text?',
    livePrefix: 'text?',
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
    connectedBy: 'uuid',
    updatedAt: 'timestamptz',
    updatedBy: 'uuid',
    disconnectedBy: 'uuid?',
  },
)
export type ConnectionRow = RowOf<typeof paymentConnection, { provider: PaymentProvider }>

export const paymentToken = table(
  'payment_token',
  { connectionId: 'uuid', workspaceId: 'uuid' },
  { tokenHash: 'bytea' },
)
export type TokenRow = RowOf<typeof paymentToken>

export const clientCheckout = table(
  'client_checkout',
  {
    id: 'uuid',
    invoiceId: 'uuid',
    connectionId: 'uuid',
    status: 'text',
    currency: 'text',
    providerAmount: 'int8',
    successUrl: 'text',
    reference: 'text?',
    url: 'text?',
    expiresAt: 'timestamptz',
    attempts: 'int4',
    endedAt: 'timestamptz?',
  },
  { workspaceId: 'uuid', createdAt: 'timestamptz', createdBy: 'uuid', nextAttemptAt: 'timestamptz' },
)
export type CheckoutRow = RowOf<typeof clientCheckout, { status: CheckoutStatus }>

export const paymentNotice = table(
  'payment_notice',
  {
    id: 'uuid',
    connectionId: 'uuid',
    checkoutId: 'uuid?',
    invoiceId: 'uuid?',
    paymentReference: 'text',
    currency: 'text',
    providerAmount: 'int8',
    outcome: 'text',
    reason: 'text?',
    createdAt: 'timestamptz',
  },
  { workspaceId: 'uuid', eventId: 'text', waitingMove: 'jsonb?' },
)
export type NoticeRow = RowOf<typeof paymentNotice, { outcome: NoticeOutcome; reason: Mismatch | null }>
