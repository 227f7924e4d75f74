import { linkTokenHash } from '../../../platform/crypto/index.ts'
import { oneRowStatement, rowStatement, statement } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { ChangedBy, Transaction } from '../../../platform/db/transaction.ts'
import { workspacesDue } from '../../../platform/db/workspaces-due.ts'
import { soleConnection } from '../../code/connections/index.ts'
import { accessPointConnection, type ConnectionRow } from './tables.ts'

const { columns } = accessPointConnection

export const { findConnection, holdConnection, keepConnection, connectionOf, lockConnecting, keepNoticeTime } =
  soleConnection<ConnectionRow>('access-point', accessPointConnection, 'access point ')

const keyFields = [
  ...(['apiKeyVersion', 'apiKeyCiphertext', 'apiKeyEnding', 'webhookKeyVersion', 'webhookCiphertext'] as const),
  'hasWebhookSecret',
] as const
type ConnectionChange = ChangedBy & Pick<ConnectionRow, 'id' | (typeof keyFields)[number]>
type NewConnection = ConnectionChange & Pick<ConnectionRow, 'driver' | 'environment'> & { readonly tokenHash: Buffer }

/** A connection whose webhook is found by the token of this hash. */
export const insertConnection = oneRowStatement<NewConnection, ConnectionRow>(
  'access-point.connect',
  insertInto(
    accessPointConnection,
    ['id', 'driver', 'environment', 'tokenHash', ...keyFields],
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

/** The caller holds the connection. */
export const changeConnection = oneRowStatement<ConnectionChange, ConnectionRow>(
  'access-point.change-connection',
  `update access_point_connection set api_key_version = :apiKeyVersion, api_key_ciphertext = :apiKeyCiphertext,
     api_key_ending = :apiKeyEnding, webhook_key_version = :webhookKeyVersion, webhook_ciphertext = :webhookCiphertext,
     has_webhook_secret = :hasWebhookSecret, updated_at = :now, updated_by = :userId
   where workspace_id = :workspace and id = :id and disconnected_at is null returning ${columns}`,
)

/** Ends it with its webhook. The caller holds the connection. */
export const disconnectConnection = oneRowStatement<ChangedBy & { id: string }, ConnectionRow>(
  'access-point.disconnect',
  `update access_point_connection set disconnected_at = :now, disconnected_by = :userId,
     webhook_key_version = null, webhook_ciphertext = null, token_hash = null, has_webhook_secret = false
   where workspace_id = :workspace and id = :id and disconnected_at is null returning ${columns}`,
)

const isSpent = `c.disconnected_at is not null and c.api_key_version is not null
     and not exists (select from invoice_transmission t where t.workspace_id = c.workspace_id
       and t.connection_id = c.id and t.next_attempt_at is not null)`

/** Removes keys of ended connections by which nothing is to be asked any more. */
export const clearSpentKeys = statement(
  'access-point.forget-api-keys',
  `update access_point_connection c set api_key_version = null, api_key_ciphertext = null
   where c.workspace_id = :workspace and ${isSpent}`,
)

/** Workspaces that keep such keys, asked for all of them. */
export const spentKeysIn = workspacesDue('access-point.spent', `access_point_connection c where ${isSpent}`)

const byToken = rowStatement<{ tokenHash: Buffer }, { id: string; workspaceId: string }>(
  'access-point.by-token',
  `select id, workspace_id as "workspaceId" from access_point_connection where token_hash = :tokenHash`,
)
/** The connection whose webhook has this token, asked for all workspaces; undefined for every other text. */
export const connectionByToken = async (tx: Transaction, token: string) => {
  const tokenHash = linkTokenHash(token)
  return tokenHash && byToken(tx, { tokenHash })
}
