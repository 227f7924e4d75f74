import { normalEmail } from '../../../platform/contract/email.ts'
import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { MailboxStatus } from './rules.ts'

interface MailboxOfPerson {
  readonly address: string
  readonly displayName: string | null
  readonly status: MailboxStatus
  readonly connectedAt: Date
}
const ofPerson = statement<{ userId: string; address: string }, MailboxOfPerson>(
  'growth-mailbox.of-person',
  `select address, display_name as "displayName", status, connected_at as "connectedAt" from growth_mailbox
   where workspace_id = :workspace and (connected_by = :userId or address = :address) order by connected_at, id`,
)
/** Mailboxes that a person connected, and the mailbox at their address. */
export const mailboxesOfPerson = (tx: Transaction, { userId, email }: { userId: string; email: string }) =>
  ofPerson(tx, { userId, address: normalEmail(email) })

// Microsoft has no way to withdraw it.
const leave = statement<{ address: string }>(
  'growth-mailbox.leave-revocation',
  `insert into growth_mailbox_revocation (mailbox_id, workspace_id, provider, key_version, ciphertext, due_at, tried_until)
   select id, workspace_id, provider, key_version, ciphertext, now(), now() + interval '1 day' from growth_mailbox
   where workspace_id = :workspace and address = :address and provider = 'google' and ciphertext is not null`,
)
const erase = statement<{ address: string }>(
  'growth-mailbox.erase-person',
  `update growth_mailbox set address = 'erased-' || id || '@erased.invalid', display_name = null, failure = null,
     status = 'disconnected', disconnected_at = coalesce(disconnected_at, now()), key_version = null, ciphertext = null,
     refreshing_until = null, updated_at = now()
   where workspace_id = :workspace and address = :address`,
)
/** Disconnects the mailbox at a person's address and removes the address. Its access is withdrawn by the sweep. */
export const eraseMailbox = async (tx: Transaction, email: string): Promise<void> => {
  await leave(tx, { address: normalEmail(email) })
  await erase(tx, { address: normalEmail(email) })
}
