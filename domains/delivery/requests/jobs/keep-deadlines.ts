import type { Database } from '../../../../platform/db/database.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { inWorkspaces, type Engine, type ScheduledContext } from '../../../../platform/jobs/index.ts'
import { metadataOf, recordRequest } from '../audit-subject.ts'
import { decide } from '../decide.ts'
import { expiredText } from '../rules.ts'
import { firstExpired, remindOf, waitingIn } from '../store-deadlines.ts'
import { notifyAsked } from '../ask.ts'

export interface DeadlineParts {
  readonly database: Database
  readonly engine: Engine
}

const workspacesAtOnce = 1_000
const remindedAtOnce = 100
const beforeAll = '00000000-0000-0000-0000-000000000000'

/** Cancels requests that waited as long as their project lets them, and reminds of others, in every workspace. */
export const keepDeadlines = async (parts: DeadlineParts, context: ScheduledContext): Promise<void> => {
  let after: string | undefined = beforeAll
  while (after !== undefined && !context.signal.aborted) {
    const from: string = after
    const workspaces = await parts.database.identity((tx) => waitingIn(tx, from, workspacesAtOnce))
    await inWorkspaces(workspaces, (workspace, { time }) => keepIn(parts, workspace, time), context)
    after = workspaces.at(-1)
  }
}

const keepIn = async ({ database, engine }: DeadlineParts, workspace: string, time: AbortSignal) => {
  let isMore = true
  while (isMore && !time.aborted) isMore = await database.within(workspace, (tx) => expireFirst(tx, engine))
  await database.within(workspace, async (tx) => {
    const now = await tx.now()
    for (const row of await remindOf(tx, { now, limit: remindedAtOnce }))
      await notifyAsked(tx, row, now, { reminds: true })
  })
}

/** Cancels one request in a transaction of its own; false if none is left. A person may decide at the same moment. */
const expireFirst = async (tx: Transaction, engine: Engine): Promise<boolean> => {
  const now = await tx.now()
  const overdue = await firstExpired(tx, { now })
  if (!overdue) return false
  const decision = expiredText(overdue.hours)
  const row = await decide(tx, engine, overdue.id, now, { status: 'cancelled', decidedBy: null, decision })
  if (row)
    recordRequest(tx, row, 'pending_request.cancelled', {
      action: 'pending_request.expire',
      category: 'update',
      source: 'internal',
      actor: { type: 'system', id: null },
      details: { ...metadataOf(row), hours: overdue.hours },
    })
  return true
}
