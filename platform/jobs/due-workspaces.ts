import type { Database } from '../db/database.ts'
import type { Transaction } from '../db/transaction.ts'
import { eachDue } from './each-due.ts'
import type { ScheduledContext } from './schedule.ts'

/** At most `limit` workspaces in which something is due, asked among people, where ids and times are all that is seen. */
export type DueIn = (tx: Transaction, limit: number) => Promise<readonly string[]>

const atOnce = 1_000

/**
 * Does `work` in each workspace that `dueIn` names. Its cost follows the due work: with nothing due it is one read.
 * More than a thousand workspaces take several turns.
 */
export const inDueWorkspaces = async (
  database: Database,
  dueIn: DueIn,
  work: (workspace: string) => Promise<unknown>,
  context: ScheduledContext,
): Promise<void> => inWorkspaces(await database.identity((tx) => dueIn(tx, atOnce)), work, context)

/**
 * Does `work` in each of these workspaces, one after the other; a `signal` that aborts leaves the rest for the next
 * turn. A workspace that fails is logged, and does not hold up the others.
 */
export const inWorkspaces = async (
  workspaces: readonly string[],
  work: (workspace: string) => Promise<unknown>,
  context: ScheduledContext,
): Promise<void> =>
  eachDue(workspaces, work, context, {
    failure: 'Scheduled job failed in a workspace; will retry when next due',
    about: (workspace) => ({ workspace }),
  })
