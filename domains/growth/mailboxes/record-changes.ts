import { record } from '../../../platform/audit/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { MailboxParts } from './parts.ts'
import type { SetAsideReason } from './rules.ts'
import { failMailbox, countSetAside } from './store.ts'

/** Audit actions of jobs, which no operation records. */
export const mailboxJobActions = ['growth_mailbox.fail', 'growth_mailbox.revoke', 'growth_mailbox.set_aside'] as const

/** Marks a mailbox as failing, with its audit row and event; nothing if it is not connected. */
export const recordFailing = (
  { database }: Pick<MailboxParts, 'database'>,
  workspace: string,
  mailboxId: string,
  failure: string,
): Promise<void> =>
  database.within(workspace, async (tx) => {
    if (!(await failMailbox(tx, mailboxId, failure))) return
    record(
      tx,
      {
        action: mailboxJobActions[0],
        category: 'execute',
        outcome: 'failure',
        actor: { type: 'system', id: null },
        source: 'internal',
        resource: ['growth_mailbox', mailboxId],
        details: { failure },
      },
      { name: 'growth_mailbox.failing', entity: ['growth_mailbox', mailboxId], payload: { failure } },
    )
  })

/** The audit row of access of an erased person that was withdrawn, or that the provider did not confirm as withdrawn. */
export const recordRevoked = (tx: Transaction, mailboxId: string, isRevoked: boolean): void =>
  record(tx, {
    action: mailboxJobActions[1],
    category: 'execute',
    outcome: isRevoked ? 'success' : 'failure',
    actor: { type: 'system', id: null },
    source: 'internal',
    resource: ['growth_mailbox', mailboxId],
  })

interface SetAsideMail {
  /** The number from the mail server. */
  readonly uid: number
  readonly reason: SetAsideReason
}

/** Counts a mail that could not be read or filed, with its audit row and event. It stays in the inbox of its mail server. */
export const recordSetAside = async (
  tx: Transaction,
  mailboxId: string,
  { uid, reason }: SetAsideMail,
): Promise<void> => {
  await countSetAside(tx, mailboxId, reason)
  record(
    tx,
    {
      action: mailboxJobActions[2],
      category: 'execute',
      outcome: 'failure',
      actor: { type: 'system', id: null },
      source: 'internal',
      resource: ['growth_mailbox', mailboxId],
      details: { uid, reason },
    },
    { name: 'growth_mailbox.mail_set_aside', entity: ['growth_mailbox', mailboxId], payload: { uid, reason } },
  )
}
