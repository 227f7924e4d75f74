import { matchStatement, rowStatement, statement } from '../../../platform/db/statement.ts'
import { workspacesDue } from '../../../platform/db/workspaces-due.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { WorkspaceSecret } from '../../code/secrets/index.ts'
import { growthMailboxConnection, type ConnectionRow, growthMailboxRevocation, type RevocationRow } from './tables.ts'

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

/** Claims a connection that this person began; undefined without one, so that each is finished once. */
export const claimConnection = rowStatement<{ stateHash: Buffer; userId: string; now: Date }, ConnectionRow>(
  'growth-mailbox-connection.take',
  `delete from growth_mailbox_connection
   where workspace_id = :workspace and state_hash = :stateHash and user_id = :userId and expires_at > :now
   returning ${growthMailboxConnection.columns}`,
)

/** Workspaces in which access waits to be withdrawn. */
export const revocationsDueIn = workspacesDue(
  'growth-mailbox-revocation',
  'growth_mailbox_revocation where due_at <= now()::timestamptz(3)',
)

/** Claims access that is to be withdrawn; it is due again in an hour, unless it is removed. */
export const claimRevocations = statement<{ limit: number }, RevocationRow>(
  'growth-mailbox-revocation.take',
  `update growth_mailbox_revocation set due_at = now() + interval '1 hour' where mailbox_id = any(array(
      select mailbox_id from growth_mailbox_revocation where workspace_id = :workspace and due_at <= now()::timestamptz(3)
      order by due_at limit :limit for update skip locked))
   returning ${growthMailboxRevocation.columns}`,
)

/** Deletes the credentials; false if they were deleted before. */
export const removeRevocation = matchStatement<{ mailboxId: string }, { mailboxId: string }>(
  'growth-mailbox-revocation.remove',
  `delete from growth_mailbox_revocation where workspace_id = :workspace and mailbox_id = :mailboxId
   returning mailbox_id as "mailboxId"`,
)
