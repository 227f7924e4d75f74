import { park, type CommitContext } from '../../../../platform/jobs/index.ts'
import {
  type NewQuestion,
  askPerson,
  decidedLabel,
  hasUntried,
  restLabel,
  type RequestReason,
} from '../../requests/index.ts'
import { moveTask, type TaskRow } from '../../tasks/index.ts'
import { progressOf } from '../../tasks/rules.ts'
import { lockCycle } from '../../cycles/index.ts'
import { cycleRunId } from '../../workbench/index.ts'
import { tasksOfRun, deriveBlocked } from '../work.ts'
import { type BuildPayload, type DecisionPayload, type JudgePayload, taskRun } from '../graph.ts'
import { sentence } from '../../sentences/index.ts'

/**
 * Parks the run of a task, as rows and without a job, until the agency decides whether the change may be merged. There is
 * at least one reason, in the words that people read.
 */
export const waitForPerson = (
  context: CommitContext,
  task: TaskRow,
  reasons: readonly RequestReason[],
  judge: JudgePayload,
) => {
  const question = [sentence('change_ready'), ...reasons.map(({ message }) => message)].join(' ')
  return waitWith(context, task, {
    asked: { commitSha: task.headSha!, title: `Merge “${task.title}”?`, question, reasons },
    payload: { reworks: judge.reworks, ...(hasUntried(reasons) && { judge }) },
  })
}

/** Parks the run of a task in the same way until a person has answered its agent. The work so far is kept. */
export const waitForAnswer = (
  context: CommitContext<BuildPayload>,
  task: TaskRow,
  question: string,
  headSha: string | undefined,
) => {
  const { payload } = context.step
  const title = `A question about “${task.title}”`
  return waitWith(context, task, {
    asked: { requestType: 'question', commitSha: null, title, question, reasons: [] },
    ...(headSha !== undefined && { moved: { headSha } }),
    payload: { reworks: payload.reworks, build: payload },
  })
}

interface Wait {
  readonly asked: Pick<NewQuestion, 'requestType' | 'commitSha' | 'title' | 'question' | 'reasons'>
  readonly moved?: { readonly headSha?: string }
  /** The input of the step that applies the decision. */
  readonly payload: Omit<DecisionPayload, 'requestId'>
}

const waitWith = async (context: CommitContext, task: TaskRow, { asked, moved = {}, payload }: Wait) => {
  const { tx, run, now } = context
  const runId = cycleRunId(run)
  const { projectId, cycleId } = task
  await lockCycle(tx, cycleId)
  await moveTask(tx, { id: task.id, runId }, 'blocked', now, moved)
  await deriveBlocked(tx, cycleId, runId, now)
  const of = { projectId, cycleId, taskId: task.id, runId: run.id }
  const { id: requestId, title } = await askPerson(tx, { ...of, ...asked, now })
  // A waiting task needs no room: a queued task may begin.
  const tasks = await tasksOfRun(tx, cycleId, runId)
  if (tasks.some((other) => progressOf(other) === 'waiting')) await context.wake(runId)
  const labels = [decidedLabel, ...(payload.judge ? [restLabel] : [])]
  const waiting = { kind: 'person', labels, details: { requestId, title } } as const
  return park(taskRun.at['apply-decision'], waiting, { ...payload, requestId })
}
