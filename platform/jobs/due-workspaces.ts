import pLimit from 'p-limit'
import type { Database } from '../db/database.ts'
import type { Transaction } from '../db/transaction.ts'
import type { ScheduledContext } from './schedule.ts'
import type { Log } from './log.ts'

/** At most `limit` workspaces in which something is due. Its identity transaction sees only ids and times. */
export type DueIn = (tx: Transaction, limit: number) => Promise<readonly string[]>

// Workspaces that a pass reads at once, so that its cost is bounded; more of them take several turns.
const dueAtOnce = 1_000
const workspacesAtOnce = 8
// A workspace has a tenth of the time between two passes.
const shareOfPass = 10
const leastShareMs = 10_000

/** Does `work` in each workspace that `dueIn` names, a thousand at a turn. With nothing due it is one read. */
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

/** A workspace's turn in a pass of a scheduled job: only `inWorkspaces` creates it. */
export interface Turn {
  /** Aborted when this process shuts down: the current work ends. */
  readonly signal: AbortSignal
  /** Aborted as `signal` is, and when the time of the workspace is over: nothing more is begun. */
  readonly time: AbortSignal
  readonly log: Log
}

/** How `eachDue` continues. */
interface DueOptions<Row> {
  /** The log message of a row whose work failed. */
  readonly failure: string
  /** The log's fields of such a row. */
  readonly about?: (row: Row) => Readonly<Record<string, unknown>>
  /** How many rows are worked on at the same time; one without it. */
  readonly atOnce?: number
}

/** Does `work` for each row, in order, as time allows. A row that fails is logged and holds up no other. */
export const eachDue = async <Row>(
  rows: readonly Row[],
  work: (row: Row) => Promise<unknown>,
  { time, log }: Turn,
  { failure, about, atOnce = 1 }: DueOptions<Row>,
): Promise<void> => {
  const one = async (row: Row) => {
    if (time.aborted) return
    try {
      await work(row)
    } catch (error) {
      log.error({ err: error, ...about?.(row) }, failure)
    }
  }
  const limit = pLimit(atOnce)
  await Promise.all(rows.map((row) => limit(one, row)))
}
