import { record } from '../../../platform/audit/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { inDueWorkspaces, type ScheduledContext } from '../../../platform/jobs/index.ts'
import { handOverReply } from './hand-over.ts'
import type { ReplyParts } from './parts.ts'
import { abandonReplies, dueReplies, repliesDueIn } from './store-replies.ts'
import type { MessageRow } from './tables.ts'

const repliesAtOnce = 100
/** After how long a mail that is being handed over counts as of unknown delivery: longer than the hand-over may take. */
const abandonAfterMs = 10 * 60_000

/** Audit actions that the sweep of replies writes. */
export const replyJobActions = ['growth_reply.send', 'growth_reply.fail'] as const

/** Sends the replies of people that wait, and ends those whose process died, which are never sent again. */
export const sweepReplies = (parts: ReplyParts, context: ScheduledContext): Promise<void> =>
  inDueWorkspaces(
    parts.database,
    (tx, limit) => repliesDueIn(tx, limit, abandonedBefore()),
    (workspace) => sweepWorkspace(parts, workspace, context.signal),
    context,
  )

const abandonedBefore = () => new Date(Date.now() - abandonAfterMs)

const sweepWorkspace = async (parts: ReplyParts, workspace: string, signal: AbortSignal) => {
  const { database } = parts
  const ids = await database.within(workspace, async (tx) => {
    for (const row of await abandonReplies(tx, abandonedBefore(), repliesAtOnce)) recordEnd(tx, row)
    return dueReplies(tx, await tx.now(), repliesAtOnce)
  })
  for (const { id } of ids) {
    if (signal.aborted) return
    const row = await handOverReply(parts, workspace, id)
    if (row && row.status !== 'approved') await database.within(workspace, async (tx) => recordEnd(tx, row))
  }
}

const recordEnd = (tx: Transaction, { id, status, leadId, growthProjectId }: MessageRow): void => {
  const isSent = status === 'sent'
  record(
    tx,
    {
      action: replyJobActions[isSent ? 0 : 1],
      category: 'execute',
      outcome: isSent ? 'success' : 'failure',
      actor: { type: 'system', id: null },
      source: 'internal',
      resource: ['growth_message', id],
      parent: ['growth_project', growthProjectId],
      details: { status, leadId },
    },
    { name: 'growth_reply.ended', entity: ['growth_message', id], payload: { status, leadId, growthProjectId } },
  )
}
