import { MailFailure } from '../../../execution/mail/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { openTries } from '../../../platform/jobs/index.ts'
import type { OutsideRead, Unread } from '../../../platform/threads/index.ts'
import { type MailboxParts, openMailbox } from './sign-in.ts'
import { recordFailing, recordSetAside } from './handlers.ts'
import { advanceReading, beginReading } from './store.ts'

/** The time of the mail server, in all; filing a mail has its own limit. */
const withinMs = 120_000
const tries = openTries()

interface MailHandling<Mail> {
  /** Reads the bytes of a mail, in a thread and without a transaction. */
  read(raw: Buffer): Promise<OutsideRead<Mail>>
  /** Runs in the transaction that moves the cursor: a mail is filed once, by one reader. */
  file(tx: Transaction, mail: Mail): Promise<void>
}

/**
 * Reads the new mail of an inbox in its order, at most 100, and returns their number. A mail that its reader could not
 * read, or that failed twice to be filed, is set aside with an audit row, and the next mail is read. A server that
 * renumbers its mails lists the last 200 again, so that `file` recognizes them by their Message-ID. Throws a
 * MailFailure if the server does not answer, and errors that are not about a mail, such as an outage of the database.
 */
export const readNewMail = async <Mail>(
  parts: MailboxParts,
  workspace: string,
  mailboxId: string,
  { read, file }: MailHandling<Mail>,
  timeMs: number = withinMs,
): Promise<number> => {
  const { database, mail } = parts
  const signal = AbortSignal.timeout(timeMs)
  let handled = 0
  try {
    const { mailbox, servers, signIn } = await openMailbox(parts, workspace, mailboxId, signal)
    const { uidValidity, lastUid } = mailbox
    const cursor = uidValidity === null || lastUid === null ? null : { uidValidity, lastUid }
    await mail.read(
      { server: servers.imap, signIn, cursor },
      (begun) => database.within(workspace, async (tx) => void (await beginReading(tx, { id: mailboxId, ...begun }))),
      async ({ raw, uid }, validity) => {
        const advance = (work: (tx: Transaction) => Promise<void> | void) =>
          database.within(workspace, async (tx) => {
            if (!(await advanceReading(tx, { id: mailboxId, uidValidity: validity, uid }))) return
            await work(tx)
            handled += 1
          })
        const found: { unread?: Unread } = {}
        const handle = () =>
          tries.handle(`${mailboxId} ${validity} ${uid}`, async () => {
            const { value, unread } = await read(raw)
            if (unread === undefined) return advance((tx) => file(tx, value))
            found.unread = unread
          })
        let outcome = await handle()
        while (outcome.kind === 'failed') outcome = await handle()
        if (outcome.kind === 'set_aside' || found.unread)
          await advance((tx) => recordSetAside(tx, mailboxId, { uid, reason: found.unread ?? 'not_filed' }))
      },
      signal,
    )
  } catch (error) {
    if (error instanceof MailFailure && error.reason === 'sign_in')
      await recordFailing(parts, workspace, mailboxId, error.message)
    throw error
  }
  return handled
}
