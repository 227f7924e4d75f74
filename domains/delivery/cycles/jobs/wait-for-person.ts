import { park, type CommitContext } from '../../../../platform/jobs/index.ts'
import { askPerson, decided, type Reason } from '../../requests/index.ts'
import { moveTask, progressOf, type TaskRow } from '../../tasks/index.ts'
import { lockCycle } from '../store.ts'
import { cycleRunId } from './cycle-run.ts'
import { deriveBlocked } from './derive-blocked.ts'
import { type BuildPayload, taskRun } from './graph.ts'
import { tasksOfRun } from './work.ts'

interface Waiting {
  readonly task: TaskRow
  /** Why a person is asked, in the words that they read; at least one. */
  readonly reasons: readonly Reason[]
  readonly reworks: number
}

/** Parks the run of a task, as rows and without a job, until the agency decides whether the change may be merged. */
export const waitForPerson = async (context: CommitContext, { task, reasons, reworks }: Waiting) => {
  const { tx, run, now } = context
  const runId = cycleRunId(run)
  await lockCycle(tx, task.cycleId)
  await moveTask(tx, { id: task.id, runId }, 'blocked', now)
  await deriveBlocked(tx, task.cycleId, runId, now)
  const { id: requestId, title } = await askPerson(tx, {
    ...{ projectId: task.projectId, cycleId: task.cycleId, taskId: task.id, runId: run.id },
    ...{ commitSha: task.headSha!, title: `Merge “${task.title}”?`, question: questionOf(reasons), reasons, now },
  })
  await makeRoom(context, task.cycleId)
  const asked = { kind: 'person', labels: [decided], details: { requestId, title } } as const
  return park(taskRun.at['apply-decision'], asked, { reworks, requestId })
}

/** Parks the run of a task in the same way until somebody has answered its agent. What was done so far is kept. */
export const waitForAnswer = async (
  context: CommitContext<BuildPayload>,
  task: TaskRow,
  question: string,
  headSha: string | undefined,
) => {
  const { tx, run, now } = context
  const { payload } = context.step
  const runId = cycleRunId(run)
  await lockCycle(tx, task.cycleId)
  await moveTask(tx, { id: task.id, runId }, 'blocked', now, headSha === undefined ? {} : { headSha })
  await deriveBlocked(tx, task.cycleId, runId, now)
  const { id: requestId, title } = await askPerson(tx, {
    ...{ projectId: task.projectId, cycleId: task.cycleId, taskId: task.id, runId: run.id },
    ...{
      requestType: 'question',
      commitSha: null,
      title: `A question about “${task.title}”`,
      question,
      reasons: [],
      now,
    },
  })
  await makeRoom(context, task.cycleId)
  const asked = { kind: 'person', labels: [decided], details: { requestId, title } } as const
  return park(taskRun.at['apply-decision'], asked, { reworks: payload.reworks, requestId, build: payload })
}

/** Who waits needs no room: a task that has not begun may begin. */
const makeRoom = async ({ tx, run, wake }: CommitContext, cycleId: string) => {
  const runId = cycleRunId(run)
  const tasks = await tasksOfRun(tx, cycleId, runId)
  if (tasks.some((task) => progressOf(task) === 'waiting')) await wake(runId)
}

const questionOf = (reasons: readonly Reason[]) =>
  `The change is ready, and a person decides whether it is merged. ${reasons.map(({ message }) => message).join(' ')}`
