import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { ReproducedTest } from './contract/verdict.ts'
import { task, type TaskRow } from './tables.ts'

const ofCommits = statement<{ projectId: string; shas: readonly string[] }, TaskRow>(
  'task.of-commits',
  `select ${task.columns} from task where project_id = :projectId and deleted_at is null
     and (head_sha = any(:shas) or merge_sha = any(:shas)) order by created_at desc, number limit 500`,
)
/** The tasks whose change is one of these commits, or was merged by one of them. */
export const tasksOfCommits = (tx: Transaction, projectId: string, shas: readonly string[]) =>
  ofCommits(tx, { projectId, shas })

const testsMost = 200

/** The tests that prove a change, by the account that they give to its parts. */
export const provingTestsOf = (
  review: TaskRow['review'],
): { readonly needed: ReproducedTest[]; readonly own: ReproducedTest[] } => {
  const tests = review?.reproduced ?? []
  const own = tests.filter(({ by }) => by === 'change')
  const others = tests.filter(({ by }) => by !== undefined && by !== 'change')
  return { needed: others.slice(0, testsMost), own: own.slice(0, testsMost) }
}
