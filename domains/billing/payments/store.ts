import { linkTokenHash } from '../../../platform/crypto/index.ts'
import { statement } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { soleConnection } from '../../code/connections/index.ts'
import { paymentConnection, paymentToken, type ConnectionRow, type TokenRow } from './tables.ts'

const { columns } = paymentConnection

export const { findConnection, holdConnection, keepConnection, connectionOf, lockConnecting, keepNoticeTime } =
  soleConnection<ConnectionRow>('payment', paymentConnection, 'payment provider ')

type Keys = Pick<
  ConnectionRow,
  | 'apiKeyVersion'
  | 'apiKeyCiphertext'
  | 'apiKeyEnding'
  | 'webhookKeyVersion'
  | 'webhookCiphertext'
  | 'hasWebhookSecret'
  | 'isLive'
  | 'merchantAccount'
  | 'livePrefix'
>
interface ConnectionChange extends Keys {
  readonly id: string
  readonly now: Date
  readonly userId: string
}

const keyFields = [
  ...(['apiKeyVersion', 'apiKeyCiphertext', 'apiKeyEnding', 'webhookKeyVersion', 'webhookCiphertext'] as const),
  ...(['hasWebhookSecret', 'isLive', 'merchantAccount', 'livePrefix'] as const),
]
const insert = statement<ConnectionChange & Pick<ConnectionRow, 'provider'>, ConnectionRow>(
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
export const insertConnection = async (
  tx: Transaction,
  connection: ConnectionChange & Pick<ConnectionRow, 'provider'>,
  tokenHash: Buffer,
) => {
  const row = (await insert(tx, connection))[0]!
  await insertToken(tx, { tokenHash, connectionId: row.id })
  return row
}

const update = statement<ConnectionChange, ConnectionRow>(
  'payment.change-connection',
  `update payment_connection set api_key_version = :apiKeyVersion, api_key_ciphertext = :apiKeyCiphertext,
     api_key_ending = :apiKeyEnding, webhook_key_version = :webhookKeyVersion, webhook_ciphertext = :webhookCiphertext,
     has_webhook_secret = :hasWebhookSecret, is_live = :isLive, merchant_account = :merchantAccount,
     live_prefix = :livePrefix, updated_at = :now, updated_by = :userId
   where workspace_id = :workspace and id = :id and disconnected_at is null returning ${columns}`,
)
/** The caller holds the connection. */
export const changeConnection = async (tx: Transaction, change: ConnectionChange) => (await update(tx, change))[0]!

const disconnect = statement<{ id: string; now: Date; userId: string }, ConnectionRow>(
  'payment.disconnect',
  `update payment_connection set disconnected_at = :now, disconnected_by = :userId
   where workspace_id = :workspace and id = :id and disconnected_at is null returning ${columns}`,
)
/** The caller holds the connection. */
export const disconnectConnection = async (tx: Transaction, ended: { id: string; now: Date; userId: string }) =>
  (await disconnect(tx, ended))[0]!

const forgetApiKeys = statement(
  'payment.forget-api-keys',
  `update payment_connection c set api_key_version = null, api_key_ciphertext = null
   where c.workspace_id = :workspace and c.disconnected_at is not null and c.api_key_version is not null
     and not exists (select from client_checkout o
       where o.workspace_id = :workspace and o.connection_id = c.id and o.ended_at is null)`,
)
/** Removes keys of ended connections by which nothing is to be ended any more. */
export const forgetSpentKeys = (tx: Transaction) => forgetApiKeys(tx)

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
export const forgetWebhooks = async (tx: Transaction, before: Date) => {
  await forgetTokens(tx, { before })
  await forgetWebhookKeys(tx, { before })
}

const byToken = statement<{ tokenHash: Buffer }, TokenRow>(
  'payment.by-token',
  `select ${paymentToken.columns} from payment_token where token_hash = :tokenHash`,
)
/** The connection whose webhook has this token, asked for all workspaces; undefined for every other text. */
export const connectionByToken = async (tx: Transaction, token: string) => {
  const tokenHash = linkTokenHash(token)
  return tokenHash && (await byToken(tx, { tokenHash })).at(0)
}
