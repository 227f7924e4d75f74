import { inDueWorkspaces, type ScheduledContext } from '../../../platform/jobs/index.ts'
import { handOverReply } from './hand-over.ts'
import type { ReplyParts } from './parts.ts'
import { recordReplyEnded } from './record-changes.ts'
import { abandonMails, mailsDueIn } from './store-hand-over.ts'
import { dueReplies } from './store-replies.ts'

const repliesAtOnce = 100
/** After how long a mail that is being handed over counts as of unknown delivery: longer than the hand-over may take. */
const abandonAfterMs = 10 * 60_000

/** Sends the replies of people that wait, and ends those whose process died, which are never sent again. */
export const sweepReplies = (parts: ReplyParts, context: ScheduledContext): Promise<void> =>
  inDueWorkspaces(
    parts.database,
    (tx, limit) => mailsDueIn(tx, limit, abandonedBefore()),
    (workspace) => sweepWorkspace(parts, workspace, context.signal),
    context,
  )

const abandonedBefore = () => new Date(Date.now() - abandonAfterMs)

const sweepWorkspace = async (parts: ReplyParts, workspace: string, signal: AbortSignal) => {
  const { database } = parts
  const ids = await database.within(workspace, async (tx) => {
    for (const row of await abandonMails(tx, 'reply', abandonedBefore(), repliesAtOnce)) recordReplyEnded(tx, row)
    return dueReplies(tx, await tx.now(), repliesAtOnce)
  })
  for (const { id } of ids) {
    if (signal.aborted) return
    const row = await handOverReply(parts, workspace, id)
    if (row && row.status !== 'approved') await database.within(workspace, async (tx) => recordReplyEnded(tx, row))
  }
}
