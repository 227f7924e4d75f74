import { statement } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { WorkspaceSecret } from '../../code/secrets/index.ts'
import { growthMailboxConnection, type ConnectionRow } from './tables.ts'

const removeOld = statement<{ now: Date }>(
  'growth-mailbox-connection.remove-old',
  'delete from growth_mailbox_connection where workspace_id = :workspace and expires_at <= :now',
)

interface BegunConnection extends WorkspaceSecret {
  readonly stateHash: Buffer
  readonly provider: 'google' | 'microsoft'
  readonly userId: string
  readonly expiresAt: Date
}

const insert = statement<BegunConnection>(
  'growth-mailbox-connection.insert',
  insertInto(growthMailboxConnection, ['stateHash', 'provider', 'userId', 'keyVersion', 'ciphertext', 'expiresAt'], {
    workspaceId: ':workspace',
  }),
)
/** Inserts a started connection; expired ones are deleted. */
export const beginConnection = async (tx: Transaction, begun: BegunConnection, now: Date): Promise<void> => {
  await removeOld(tx, { now })
  await insert(tx, begun)
}

const take = statement<{ stateHash: Buffer; userId: string; now: Date }, ConnectionRow>(
  'growth-mailbox-connection.take',
  `delete from growth_mailbox_connection
   where workspace_id = :workspace and state_hash = :stateHash and user_id = :userId and expires_at > :now
   returning ${growthMailboxConnection.columns}`,
)
/** Claims a connection that this person began; undefined without one, so that each is finished once. */
export const takeConnection = async (tx: Transaction, stateHash: Buffer, userId: string, now: Date) =>
  (await take(tx, { stateHash, userId, now })).at(0)
