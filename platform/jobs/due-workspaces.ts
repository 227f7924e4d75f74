import pLimit from 'p-limit'
import type { Database } from '../db/database.ts'
import type { Transaction } from '../db/transaction.ts'
import { eachDue, type DueOptions, type Turn } from './each-due.ts'
import type { ScheduledContext } from './schedule.ts'

/** At most `limit` workspaces in which something is due, asked among people, where ids and times are all that is seen. */
export type DueIn = (tx: Transaction, limit: number) => Promise<readonly string[]>

const dueAtOnce = 1_000
const workspacesAtOnce = 8
const shareOfPass = 10
const leastShareMs = 10_000

/**
 * Does `work` in each workspace that `dueIn` names. Its cost follows the due work: with nothing due it is one read.
 * More than a thousand workspaces take several turns.
 */
export const inDueWorkspaces = async (
  database: Database,
  dueIn: DueIn,
  work: (workspace: string, turn: Turn) => Promise<unknown>,
  context: ScheduledContext,
): Promise<void> => inWorkspaces(await database.identity((tx) => dueIn(tx, dueAtOnce)), work, context)

/**
 * Does `work` for each row: workspaces like `inWorkspaces`, the rows of each workspace in order, one after the other.
 */
export const inWorkspacesOf = <Row extends { readonly workspaceId: string }>(
  rows: readonly Row[],
  work: (row: Row, turn: Turn) => Promise<unknown>,
  context: ScheduledContext,
  options: DueOptions<Row>,
): Promise<void> => {
  const byWorkspace = Map.groupBy(rows, ({ workspaceId }) => workspaceId)
  return inWorkspaces(
    [...byWorkspace.keys()],
    (workspace, turn) => eachDue(byWorkspace.get(workspace)!, (row) => work(row, turn), turn, options),
    context,
  )
}

/**
 * Does `work` in each of these workspaces, in eight at once. A workspace has a tenth of the time between two passes,
 * ten seconds at least; then its place goes to the next one, and its work continues beside the others: a later pass
 * skips the workspace until the work has ended. A `signal` that aborts leaves the rest for the next pass. A workspace
 * that fails is logged.
 */
export const inWorkspaces = async (
  workspaces: readonly string[],
  work: (workspace: string, turn: Turn) => Promise<unknown>,
  context: ScheduledContext,
): Promise<void> => {
  const { signal, log, late } = context
  const shareMs = Math.max(leastShareMs, (context.everySeconds * 1_000) / shareOfPass)
  const take = async (workspace: string): Promise<void> => {
    if (signal.aborted || late.has(workspace)) return
    const over = new AbortController()
    const time = AbortSignal.any([signal, over.signal])
    const ended = attempt(() => work(workspace, { signal, log, time }), workspace, context)
    const share = Promise.withResolvers<void>()
    const timer = setTimeout(() => {
      over.abort()
      late.set(
        workspace,
        ended.finally(() => void late.delete(workspace)),
      )
      log.warn({ workspace }, 'Scheduled job takes longer in a workspace; it goes on beside the others')
      share.resolve()
    }, shareMs)
    await Promise.race([ended, share.promise])
    clearTimeout(timer)
  }
  const places = pLimit(workspacesAtOnce)
  await Promise.all(workspaces.map((workspace) => places(take, workspace)))
}

const attempt = async (work: () => Promise<unknown>, workspace: string, { log }: ScheduledContext): Promise<void> => {
  try {
    await work()
  } catch (error) {
    log.error({ err: error, workspace }, 'Scheduled job failed in a workspace; will retry when next due')
  }
}
