import { json } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { beginRun, setAgent, setConflict, setMergeSha, setRound } from './store-run.ts'
import type { Conflict, TaskAgent, TaskRound, TaskRow } from './tables.ts'

interface BegunTask {
  readonly id: string
  readonly runId: string
  readonly ownRunId: string
  /** Where its change begins. */
  readonly baseSha: string
}
/** Stores which run carries the task out. */
export const beginTaskRun = async (tx: Transaction, begun: BegunTask): Promise<TaskRow | undefined> =>
  (await beginRun(tx, begun)).at(0)

/** Stores which agent carries the task out, by the run that holds it. */
export const assignTaskAgent = (tx: Transaction, id: string, runId: string, by: TaskAgent) =>
  setAgent(tx, { id, runId, agent: json(by) })

/** Stores the result of a round in the place of an earlier one, by the run that holds the task. */
export const recordRound = (tx: Transaction, id: string, runId: string, of: TaskRound) =>
  setRound(tx, { id, runId, name: of.round, round: json(of) })

/** Stores the conflict that the next run of the task has to solve. */
export const recordConflict = (tx: Transaction, id: string, runId: string, found: Conflict) =>
  setConflict(tx, { id, runId, conflict: json(found) })

/** Stores the merge commit of a task's change on the branch of its cycle, whose pull request is yet to be made. */
export const recordMergeSha = (tx: Transaction, id: string, runId: string, mergeSha: string) =>
  setMergeSha(tx, { id, runId, mergeSha })
