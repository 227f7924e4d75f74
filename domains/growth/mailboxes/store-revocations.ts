import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { growthMailboxRevocation, type RevocationRow } from './tables.ts'

const due = statement<{ limit: number }, { workspaceId: string }>(
  'growth-mailbox-revocation.due',
  'select distinct workspace_id as "workspaceId" from growth_mailbox_revocation where due_at <= now()::timestamptz(3) limit :limit',
)
/** Workspaces in which access waits to be withdrawn. */
export const revocationsDueIn = async (tx: Transaction, limit: number) =>
  (await due(tx, { limit })).map(({ workspaceId }) => workspaceId)

const take = statement<{ limit: number }, RevocationRow>(
  'growth-mailbox-revocation.take',
  `update growth_mailbox_revocation set due_at = now() + interval '1 hour' where mailbox_id = any(array(
      select mailbox_id from growth_mailbox_revocation where workspace_id = :workspace and due_at <= now()::timestamptz(3)
      order by due_at limit :limit for update skip locked))
   returning ${growthMailboxRevocation.columns}`,
)
/** Claims access that is to be withdrawn; it is due again in an hour, unless it is removed. */
export const takeRevocations = (tx: Transaction, limit: number) => take(tx, { limit })

const remove = statement<{ mailboxId: string }, { mailboxId: string }>(
  'growth-mailbox-revocation.remove',
  `delete from growth_mailbox_revocation where workspace_id = :workspace and mailbox_id = :mailboxId
   returning mailbox_id as "mailboxId"`,
)
/** Deletes the credentials; false if they were deleted before. */
export const removeRevocation = async (tx: Transaction, mailboxId: string) =>
  (await remove(tx, { mailboxId })).length > 0
