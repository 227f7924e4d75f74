import { MailFailure } from '../../../execution/mail/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { MailboxParts } from './parts.ts'
import { recordFailing } from './record-changes.ts'
import { openMailbox } from './sign-in.ts'
import { advanceReading, beginReading } from './store.ts'

const withinMs = 120_000

/**
 * Reads the new mail of an inbox in its order, at most 100, and gives their number. `handle` runs in the transaction that
 * moves the cursor: a mail is handled once, by one reader. A server that numbers its mails anew gives the last 200 again,
 * so that `handle` tells them by their Message-ID. Throws a MailFailure where the server does not answer.
 */
export const readNewMail = async (
  parts: MailboxParts,
  workspace: string,
  mailboxId: string,
  handle: (tx: Transaction, mail: { readonly raw: Buffer; readonly uid: number }) => Promise<void>,
): Promise<number> => {
  const { database, mail } = parts
  const signal = AbortSignal.timeout(withinMs)
  let handled = 0
  try {
    const { mailbox, servers, signIn } = await openMailbox(parts, workspace, mailboxId, signal)
    const { uidValidity, lastUid } = mailbox
    const cursor = uidValidity === null || lastUid === null ? null : { uidValidity, lastUid }
    await mail.read(
      { server: servers.imap, signIn, cursor },
      (begun) => database.within(workspace, async (tx) => void (await beginReading(tx, mailboxId, begun))),
      (received, validity) =>
        database.within(workspace, async (tx) => {
          if (!(await advanceReading(tx, mailboxId, validity, received.uid))) return
          await handle(tx, received)
          handled += 1
        }),
      signal,
    )
  } catch (error) {
    if (error instanceof MailFailure && error.reason === 'sign_in')
      await recordFailing(parts, workspace, mailboxId, error.message)
    throw error
  }
  return handled
}
