import type { Transaction } from '../db/transaction.ts'
import type { retention } from './kinds.ts'
import type { Database } from '../db/database.ts'
import { inDueWorkspaces, type ScheduledContext, type Turn } from '../jobs/index.ts'

const atOnce = 1_000

/** Calls `remove`, a small transaction, until it removes fewer rows than the limit; returns their number. */
export const sweep = async (remove: (limit: number) => Promise<number>, signal: AbortSignal): Promise<number> => {
  let removed = 0
  let last = atOnce
  while (last === atOnce && !signal.aborted) {
    last = await remove(atOnce)
    removed += last
  }
  return removed
}

/** Rows of a kind that expire. */
export interface Expiry {
  readonly kind: keyof typeof retention
  /** At most `limit` workspaces with such rows, read in an identity transaction; absent for rows without workspace. */
  readonly dueIn?: (tx: Transaction, limit: number) => Promise<readonly string[]>
  /** Removes at most `limit` rows, of the transaction's workspace if `dueIn` is set, and returns how many. */
  readonly remove: (tx: Transaction, limit: number) => Promise<number>
}

/** Removes the due rows of each of `expiries`; a failing expiry is logged and does not hold up the others. */
export const removeExpired = async (database: Database, expiries: readonly Expiry[], context: ScheduledContext) => {
  for (const expiry of expiries) {
    if (context.signal.aborted) return
    await removeKind(database, expiry, context).catch((error: unknown) =>
      context.log.error({ err: error, kind: expiry.kind }, 'Could not remove expired data; will retry'),
    )
  }
}

const removeKind = async (database: Database, { dueIn, remove }: Expiry, context: ScheduledContext) => {
  if (!dueIn) {
    await sweep((limit) => database.identity((tx) => remove(tx, limit)), context.signal)
    return
  }
  const removeIn = (workspace: string, { time }: Turn) =>
    sweep((limit) => database.within(workspace, (tx) => remove(tx, limit)), time)
  await inDueWorkspaces(database, dueIn, removeIn, context)
}
