import { inDueWorkspaces, type ScheduledContext } from '../../../platform/jobs/index.ts'
import { sendableMailboxes } from '../mailboxes/index.ts'
import type { SendingParts } from './parts.ts'
import { findOutsideFacts } from './readiness.ts'
import { recordSending } from './record-changes.ts'
import { sendNext } from './send-next.ts'
import { abandonMails, mailsDueIn } from './store-hand-over.ts'

/** After how long a mail that is being handed over counts as of unknown delivery: longer than the hand-over may take. */
const abandonAfterMs = 10 * 60_000
const abandonedAtOnce = 1_000
const sendersAtOnce = 4
const mailsOfTurn = 1_000

/** Sends the mails of plays that are due, and ends those whose process died, which are never sent again. */
export const sweepSending = async (parts: SendingParts, context: ScheduledContext): Promise<void> => {
  if (!parts.vault.available) return
  await inDueWorkspaces(
    parts.database,
    (tx, limit) => mailsDueIn(tx, limit, new Date(Date.now() - abandonAfterMs)),
    (workspace) => sendDue(parts, workspace, context.signal),
    context,
  )
}

/** The same in one workspace. */
export const sendDue = async (
  parts: SendingParts,
  workspace: string,
  signal: AbortSignal,
  abandonMs: number = abandonAfterMs,
): Promise<void> => {
  await parts.database.within(workspace, async (tx) => {
    const before = new Date((await tx.now()).getTime() - abandonMs)
    for (const row of await abandonMails(tx, 'sequence', before, abandonedAtOnce)) recordSending(tx, row)
  })
  const mailboxes = await parts.database.reading(workspace, sendableMailboxes)
  const outside = await findOutsideFacts(parts.reach, workspace, mailboxes)
  let left = mailsOfTurn
  const send = async () => {
    while (!signal.aborted && left > 0) {
      left -= 1
      if (!(await sendNext(parts, workspace, outside))) return
    }
  }
  await Promise.all(Array.from({ length: sendersAtOnce }, send))
}
