import type { LineOrigin } from '../../../execution/repositories/index.ts'
import type { Static } from '../../../platform/contract/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { partsInFiles, rangesOfParts, type PartOfLines } from '../checks/index.ts'
import { proposalsOfCycles } from '../cycles/index.ts'
import { provingTestsOf, tasksOfCommits, testsOfPart } from '../tasks/index.ts'
import type { FileOrigins } from './contract.ts'

type Origins = Static<typeof FileOrigins>

/** A file with more commits or ranges of lines is answered without origins. */
const commitsMost = 2_000
const rangesMost = 5_000
const testsMost = 20
const testsOfLineMost = 5

/** The origins of lines: their tasks with agent, cycle and proving tests, and the account of each line. */
export const originsOf = async (
  tx: Transaction,
  projectId: string,
  lines: readonly LineOrigin[],
): Promise<Origins | null> => {
  const shas = [...new Set(lines.map(({ commitSha }) => commitSha))]
  if (shas.length > commitsMost) return null
  const tasks = await tasksOfCommits(tx, { projectId, shas })
  const paths = [...new Set(lines.map(({ pathThen }) => pathThen))]
  const ran = tasks.filter(({ runId }) => runId !== null)
  const of = { taskIds: ran.map(({ id }) => id), runIds: ran.map(({ runId }) => runId!), paths }
  const parts = await partsInFiles(tx, of)
  const proposals = await proposalsOfCycles(tx, [...new Set(tasks.map(({ cycleId }) => cycleId))])
  const byCommit = new Map(tasks.flatMap((task) => [task.mergeSha, task.headSha].map((sha) => [sha, task] as const)))
  const byFile = Map.groupBy(parts, ({ taskId, path }) => `${taskId} ${path}`)
  const found = lines.flatMap((one) => {
    const task = byCommit.get(one.commitSha)
    // The lines of a merge are not counted as its task's.
    const knownParts = task?.headSha === one.commitSha ? byFile.get(`${task.id} ${one.pathThen}`) : undefined
    return accounted(one, knownParts).map(({ part, ...range }) => ({
      ...range,
      commitSha: one.commitSha,
      author: one.author,
      taskId: task?.id ?? null,
      account: part?.account ?? null,
      tests: namesOf(testsOfPart(task?.review ?? null, part?.tests ?? null), testsOfLineMost),
    }))
  })
  if (found.length > rangesMost) return null
  const namedTaskIds = new Set(found.map(({ taskId }) => taskId))
  return {
    lines: found,
    tasks: tasks
      .filter(({ id }) => namedTaskIds.has(id))
      .map(({ id, cycleId, agent, review }) => {
        const { needed, own } = provingTestsOf(review)
        return {
          taskId: id,
          cycleId,
          cycleTitle: proposals.get(cycleId)?.title ?? null,
          agent: agent?.name ?? null,
          model: agent?.model ?? null,
          needed: namesOf(needed),
          own: namesOf(own),
        }
      }),
  }
}

/** Lines of a commit, in ranges with a single account each. */
const accounted = ({ line, lineThen, lines }: LineOrigin, parts: readonly PartOfLines[] = []) => {
  const then = Array.from({ length: lines }, (_, at) => lineThen + at)
  return rangesOfParts(then, parts).map(({ start, end, part }) => ({
    line: start - lineThen + line,
    endLine: end - lineThen + line,
    part,
  }))
}

const namesOf = (tests: ReturnType<typeof testsOfPart>, most = testsMost) =>
  tests.slice(0, most).map(({ check, file, name }) => name ?? file ?? check)
