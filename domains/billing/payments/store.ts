import { linkTokenHash } from '../../../platform/crypto/index.ts'
import {
  matchStatement,
  oneRowStatement,
  rowStatement,
  statement,
  json,
  type Json,
} from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { ChangedBy, Transaction } from '../../../platform/db/transaction.ts'
import { soleConnection } from '../../code/connections/index.ts'
import {
  paymentConnection,
  paymentToken,
  type ConnectionRow,
  type TokenRow,
  paymentNotice,
  type NoticeRow,
} from './tables.ts'
import type { MovedNotice } from '../../../execution/payments/index.ts'
import { countOf, countedPage, type Cursor, type RowCount } from '../../../platform/db/page.ts'
import { lockInWorkspace } from '../../../platform/db/workspace-lock.ts'
import type { NoticeOutcome, PaymentProvider } from './rules.ts'

const { columns } = paymentConnection

export const { findConnection, holdConnection, keepConnection, connectionOf, lockConnecting, keepNoticeTime } =
  soleConnection<ConnectionRow>('payment', paymentConnection, 'payment provider ')

const keyFields = [
  ...(['apiKeyVersion', 'apiKeyCiphertext', 'apiKeyEnding', 'webhookKeyVersion', 'webhookCiphertext'] as const),
  ...(['hasWebhookSecret', 'isLive', 'merchantAccount', 'livePrefix'] as const),
]
type ConnectionChange = ChangedBy & Pick<ConnectionRow, 'id' | (typeof keyFields)[number]>
type NewConnection = ConnectionChange & Pick<ConnectionRow, 'provider'>

const insert = oneRowStatement<NewConnection, ConnectionRow>(
  'payment.connect',
  insertInto(
    paymentConnection,
    ['id', 'provider', ...keyFields],
    {
      workspaceId: ':workspace',
      connectedAt: ':now',
      connectedBy: ':userId',
      updatedAt: ':now',
      updatedBy: ':userId',
    },
    `returning ${columns}`,
  ),
)
const insertToken = statement<{ tokenHash: Buffer; connectionId: string }>(
  'payment.insert-token',
  insertInto(paymentToken, ['tokenHash', 'connectionId'], { workspaceId: ':workspace' }),
)
/** A connection whose webhook is found by this token. */
export const insertConnection = async (tx: Transaction, connection: NewConnection, tokenHash: Buffer) => {
  const row = await insert(tx, connection)
  await insertToken(tx, { tokenHash, connectionId: row.id })
  return row
}

/** The caller holds the connection. */
export const changeConnection = oneRowStatement<ConnectionChange, ConnectionRow>(
  'payment.change-connection',
  `update payment_connection set api_key_version = :apiKeyVersion, api_key_ciphertext = :apiKeyCiphertext,
     api_key_ending = :apiKeyEnding, webhook_key_version = :webhookKeyVersion, webhook_ciphertext = :webhookCiphertext,
     has_webhook_secret = :hasWebhookSecret, is_live = :isLive, merchant_account = :merchantAccount,
     live_prefix = :livePrefix, updated_at = :now, updated_by = :userId
   where workspace_id = :workspace and id = :id and disconnected_at is null returning ${columns}`,
)

/** The caller holds the connection. */
export const disconnectConnection = oneRowStatement<ChangedBy & { id: string }, ConnectionRow>(
  'payment.disconnect',
  `update payment_connection set disconnected_at = :now, disconnected_by = :userId
   where workspace_id = :workspace and id = :id and disconnected_at is null returning ${columns}`,
)

/** Removes keys of ended connections by which nothing is to be ended any more. */
export const clearSpentKeys = statement(
  'payment.forget-api-keys',
  `update payment_connection c set api_key_version = null, api_key_ciphertext = null
   where c.workspace_id = :workspace and c.disconnected_at is not null and c.api_key_version is not null
     and not exists (select from client_checkout o
       where o.workspace_id = :workspace and o.connection_id = c.id and o.ended_at is null)`,
)

const forgetTokens = statement<{ before: Date }>(
  'payment.forget-tokens',
  `delete from payment_token t using payment_connection c
   where t.workspace_id = :workspace and c.workspace_id = :workspace and c.id = t.connection_id
     and c.disconnected_at < :before`,
)
const forgetWebhookKeys = statement<{ before: Date }>(
  'payment.forget-webhook-keys',
  `update payment_connection set webhook_key_version = null, webhook_ciphertext = null
   where workspace_id = :workspace and disconnected_at < :before and webhook_key_version is not null`,
)
/** Removes what webhooks of connections that ended before this moment are found and verified by. */
export const clearWebhookKeys = async (tx: Transaction, before: Date) => {
  await forgetTokens(tx, { before })
  await forgetWebhookKeys(tx, { before })
}

const byToken = rowStatement<{ tokenHash: Buffer }, TokenRow>(
  'payment.by-token',
  `select ${paymentToken.columns} from payment_token where token_hash = :tokenHash`,
)
/** The connection whose webhook has this token, asked for all workspaces; undefined for every other text. */
export const connectionByToken = async (tx: Transaction, token: string) => {
  const tokenHash = linkTokenHash(token)
  return tokenHash && byToken(tx, { tokenHash })
}

type NewNotice = Omit<NoticeRow, 'createdAt'> & { readonly eventId: string; readonly now: Date }

/** Inserts a notice; false for a repeated event. */
export const recordPaymentNotice = matchStatement<NewNotice, { id: string }>(
  'payment-notice.insert',
  insertInto(
    paymentNotice,
    [
      ...(['id', 'connectionId', 'eventId', 'checkoutId', 'invoiceId', 'paymentReference', 'currency'] as const),
      ...(['providerAmount', 'outcome', 'reason'] as const),
    ],
    { workspaceId: ':workspace', createdAt: ':now' },
    'on conflict (workspace_id, connection_id, event_id) do nothing returning id',
  ),
)

export type ListedNotice = NoticeRow & { readonly provider: PaymentProvider }

type PageAsked = { at: string; id: string; rows: number; outcome: NoticeOutcome | null }
const listed = `payment_notice
   where workspace_id = :workspace and (created_at, id) < (:at, :id) and outcome <> 'waiting'
     and (:outcome::text is null or outcome = :outcome)`
const page = statement<PageAsked, ListedNotice>(
  'payment-notice.page',
  `select ${paymentNotice.columns}, (select c.provider from payment_connection c
     where c.workspace_id = :workspace and c.id = payment_notice.connection_id) as provider
   from ${listed} order by created_at desc, id desc limit :rows`,
)
const count = statement<PageAsked, RowCount>('payment-notice.count', countOf(listed))
export const noticePage = (tx: Transaction, after: Cursor, limit: number, outcome: NoticeOutcome | null) =>
  countedPage(tx, { page, count }, { ...after, outcome }, limit)

/** Locks a payment against other notices until the transaction ends. Comes before the invoice is locked. */
export const lockPayment = (tx: Transaction, reference: string) => lockInWorkspace(tx, `payment ${reference} of `)

type WaitingMove = Pick<NewNotice, 'id' | 'connectionId' | 'now'> &
  Pick<MovedNotice, 'eventId' | 'paymentReference' | 'currency' | 'providerAmount'>
// Providers repeat a payment that was not taken for a week at most. Moves of others' payments are kept no longer than needed.
const dropSpent = statement<{ now: Date }>(
  'payment-notice.drop-waiting',
  `delete from payment_notice where workspace_id = :workspace and outcome = 'waiting'
     and created_at < :now::timestamptz - interval '30 days'`,
)
const keepWaiting = statement<WaitingMove & { notice: Json }>(
  'payment-notice.keep-waiting',
  insertInto(
    paymentNotice,
    ['id', 'connectionId', 'eventId', 'paymentReference', 'currency', 'providerAmount'],
    { workspaceId: ':workspace', outcome: `'waiting'`, waitingMove: ':notice::jsonb', createdAt: ':now' },
    'on conflict (workspace_id, connection_id, event_id) do nothing',
  ),
)
/** Stores the notice of a move whose payment is not known until that comes. The caller has locked the payment. */
export const insertWaitingMove = async (
  tx: Transaction,
  { id, connectionId, now }: Pick<WaitingMove, 'id' | 'connectionId' | 'now'>,
  notice: MovedNotice,
): Promise<void> => {
  const { eventId, paymentReference, currency, providerAmount } = notice
  await dropSpent(tx, { now })
  const facts = { eventId, paymentReference, currency, providerAmount, notice: json(notice) }
  await keepWaiting(tx, { id, connectionId, now, ...facts })
}

const takeWaiting = statement<{ connectionId: string; paymentReference: string }, { notice: MovedNotice | null }>(
  'payment-notice.take-waiting',
  `with taken as (delete from payment_notice where workspace_id = :workspace and connection_id = :connectionId
     and payment_reference = :paymentReference and outcome = 'waiting' returning id, waiting_move as notice)
   select notice from taken order by id`,
)
/** The moves that waited for a payment, in the order in which they came. They wait no longer. */
export const claimWaitingMoves = async (tx: Transaction, connectionId: string, paymentReference: string) =>
  (await takeWaiting(tx, { connectionId, paymentReference })).flatMap(({ notice }) => notice ?? [])
