import { failRun, finish, goTo, type CommitContext } from '../../../../platform/jobs/index.ts'
import { findProject } from '../../../code/projects/index.ts'
import { reworksMost } from '../../../code/projects/rules/caps.ts'
import { answerOf, answerWords, findRequest, reworkFeedback, type RequestRow } from '../../requests/index.ts'
import { approveVerdict, findTask, moveTask } from '../../tasks/index.ts'
import { lockCycle } from '../../cycles/index.ts'
import { cycleRunId } from '../../workbench/index.ts'
import { failStep } from '../fail-step.ts'
import { deriveBlocked } from '../work.ts'
import { type DecisionPayload, type JudgePayload, taskRun } from '../graph.ts'
import { sentence } from '../../sentences/index.ts'

/** Applies a person's decision about the change that the run waited with: merges, sends back, or rejects it. */
export const applyDecision = () =>
  taskRun.step('apply-decision', {
    failed: failStep,
    commit: async (context) => {
      const { tx, run, now, step } = context
      const { request, answer } = await decidedRequest(tx, step.payload.requestId)
      await lockCycle(tx, request.cycleId)
      const done = await follow(context, request, answer)
      await deriveBlocked(tx, request.cycleId, cycleRunId(run), now)
      return done
    },
  })

type Context = CommitContext<DecisionPayload>

const follow = (context: Context, request: RequestRow, answer: ReturnType<typeof answerOf>) => {
  const { judge, triesRest } = context.step.payload
  if (request.requestType === 'question') return continueWithAnswer(context, request)
  if (judge && triesRest) return tryRest(context, request, judge)
  return answer === 'approved' ? approve(context, request) : sendBack(context, request)
}

/** The request that the run waited with, and how it was answered. */
export const decidedRequest = async (tx: CommitContext['tx'], id: string) => {
  const request = await findRequest(tx, { id })
  if (!request || request.status === 'pending') throw new Error(`Request ${id} is not decided`)
  return { request, answer: answerOf(request.status) }
}

/** Approves a change. It is still the decided one: only its own run writes the task's branch, and the run waits. */
const approve = async ({ tx, run, now }: Context, { taskId, commitSha }: RequestRow) => {
  const task = await findTask(tx, taskId!)
  if (task?.headSha !== commitSha) throw new Error('The change is not the one that was approved')
  const runId = cycleRunId(run)
  await approveVerdict(tx, task, runId)
  await moveTask(tx, { id: task.id, runId }, 'approved', now)
  return finish()
}

/** Continues with the agent and the answer, even if the answer is a refusal. */
const continueWithAnswer = async ({ tx, run, now, step: { payload } }: Context, request: RequestRow) => {
  const { reworks, build = { reworks } } = payload
  const { question, status, taskId } = request
  if (status === 'cancelled') return failRun(denialFailure(request))
  await moveTask(tx, { id: taskId!, runId: cycleRunId(run) }, 'building', now)
  const answers = [...(build.answers ?? []), { question, answer: answerWords(request) }]
  return goTo(taskRun.at['build-task'], { ...build, answers })
}

/** Tries the parts that had no time, and reviews the change again. */
const tryRest = async ({ tx, run, now }: Context, { taskId }: RequestRow, judge: JudgePayload) => {
  await moveTask(tx, { id: taskId!, runId: cycleRunId(run) }, 'reviewing', now)
  return goTo(taskRun.at['try-rest'], judge)
}

/** Sends the change back with the named fault while the project has attempts left; otherwise rejects it. */
const sendBack = async ({ tx, run, now, step: { payload } }: Context, request: RequestRow) => {
  const { taskId, projectId } = request
  const feedback = await reworkFeedback(tx, request)
  const most = reworksMost(await findProject(tx, projectId))
  if (!feedback || payload.reworks >= most) return failRun(denialFailure(request))
  await moveTask(tx, { id: taskId!, runId: cycleRunId(run) }, 'building', now)
  return goTo(taskRun.at['build-task'], { reworks: payload.reworks + 1, feedback })
}

export const denialFailure = (request: RequestRow) => ({
  message: [deniedSentence(request), request.decision, request.feedback].filter((text) => text !== null).join(' '),
  step: request.requestType === 'question' ? 'build-task' : 'review-task',
  code: 'denied',
  details: { forAgency: true },
})

const deniedSentence = ({ status, requestType }: RequestRow) => {
  if (status !== 'cancelled') return sentence('change_denied')
  if (requestType === 'question') return sentence('question_withdrawn')
  return sentence('request_cancelled')
}
