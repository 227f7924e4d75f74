import { inDueWorkspaces, type ScheduledContext } from '../../../platform/jobs/index.ts'
import { sendableMailboxes } from '../mailboxes/index.ts'
import type { SendingParts } from './parts.ts'
import { abandonMails, mailsDueIn, nextStep } from '../messages/index.ts'
import { findOutsideFacts } from '../plays/index.ts'
import { recordSending } from './record-changes.ts'
import { sendNextReply } from './send-reply.ts'
import { sendNextStep } from './send-step.ts'

/** After how long a mail that is being handed over counts as of unknown delivery: longer than the hand-over may take. */
const abandonAfterMs = 10 * 60_000
const abandonedAtOnce = 1_000
const sendersAtOnce = 4
const mailsOfTurn = 1_000

/** Sends the replies and the mails of plays that are due, and ends those whose process died, which are never sent again. */
export const sweepSending = async (parts: SendingParts, context: ScheduledContext): Promise<void> => {
  if (!parts.vault.available) return
  await inDueWorkspaces(
    parts.database,
    (tx, limit) => mailsDueIn(tx, limit, new Date(Date.now() - abandonAfterMs)),
    (workspace, { time }) => sendDue(parts, workspace, time),
    context,
  )
}

/** Sends the due mails of a workspace. */
export const sendDue = async (
  parts: SendingParts,
  workspace: string,
  time: AbortSignal,
  abandonMs: number = abandonAfterMs,
): Promise<void> => {
  await parts.database.within(workspace, async (tx) => {
    const before = new Date((await tx.now()).getTime() - abandonMs)
    for (const row of await abandonMails(tx, before, abandonedAtOnce)) recordSending(tx, row)
  })
  // Before the mails of plays, which may use up the sends of a mailbox's day.
  await sendAll(() => sendNextReply(parts, workspace), time)
  if (!(await parts.database.within(workspace, async (tx) => nextStep(tx, await tx.now())))) return
  const mailboxes = await parts.database.reading(workspace, sendableMailboxes)
  const outside = await findOutsideFacts(parts.reach, workspace, mailboxes)
  await sendAll(() => sendNextStep(parts, workspace, outside), time)
}

const sendAll = async (sendNext: () => Promise<boolean>, time: AbortSignal) => {
  let left = mailsOfTurn
  const send = async () => {
    while (!time.aborted && left > 0) {
      left -= 1
      if (!(await sendNext())) return
    }
  }
  await Promise.all(Array.from({ length: sendersAtOnce }, send))
}
