import { type ScheduledContext, inDueWorkspaces } from '../../../platform/jobs/index.ts'
import { domain } from '../../domain.ts'
import { growthSending } from './contract.ts'
import { playJobActions } from './hand-over.ts'
import type { SendingParts } from './reach.ts'
import { sendingJobActions, recordSending, sendNextReply } from './send-reply.ts'
import handlers from './handlers.ts'
import { readToken } from './unsubscribe-link.ts'
import { sendableMailboxes } from '../mailboxes/index.ts'
import { abandonMails, mailsDueIn, nextStep } from '../messages/index.ts'
import { findOutsideFacts } from '../plays/index.ts'
import { sendNextStep } from './send-step.ts'

const sendEverySeconds = 15

export default domain({
  name: 'sending',
  contract: growthSending,
  handlers,
  // The signature in the token is checked with the key of that workspace.
  workspaceFinders: { unsubscribe: async (_database, token) => readToken(token)?.workspace },
  schedules: (parts: SendingParts) => [
    { name: 'growth-sending', everySeconds: sendEverySeconds, work: (context) => sweepSending(parts, context) },
  ],
  jobActions: [...playJobActions, ...sendingJobActions],
})

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
  if (!(await parts.database.within(workspace, async (tx) => nextStep(tx, { now: await tx.now() })))) return
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
