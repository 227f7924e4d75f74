import { failRun, goTo, type CommitContext } from '../../../../platform/jobs/index.ts'
import { findProject } from '../../../code/projects/index.ts'
import { answerOf, findRequest, type RequestRow } from '../../requests/index.ts'
import { moveTask, setVerdict, tasksOfCycle } from '../../tasks/index.ts'
import { moveCycle } from '../move.ts'
import { reworksMost } from '../rules.ts'
import { failed } from './failed.ts'
import { cycleRun } from './graph.ts'

/** Does what a person decided about the change that the run waited with: merges it, sends it back, or gives it up. */
export const applyDecision = () =>
  cycleRun.step('apply-decision', {
    failed,
    commit: async (context) => {
      const { tx, run, now, step } = context
      const request = await findRequest(tx, step.payload.requestId)
      if (!request || request.status === 'pending') throw new Error(`Request ${step.payload.requestId} is not decided`)
      await moveCycle(tx, run.subjectId, 'unblock', now)
      return answerOf(request.status) === 'approved' ? merge(context, request) : sendBack(context, request)
    },
  })

type Context = CommitContext<{ readonly reworks: number }>

/** The change is the one that was decided on: nothing else writes the task's branch while its run waits. */
const merge = async ({ tx, run, now }: Context, { taskId, commitSha }: RequestRow) => {
  const task = (await tasksOfCycle(tx, run.subjectId)).find(({ id }) => id === taskId)
  if (task?.headSha !== commitSha) throw new Error('The change is not the one that was approved')
  // What the checks prove stays as it is: a person lets the change pass, and verifies nothing.
  await setVerdict(tx, task.id, run.id, { ...task.review!, approved: true })
  await moveTask(tx, { id: task.id, runId: run.id }, 'approved', now)
  return goTo(cycleRun.at['merge-task'])
}

/** A word of what is wrong makes one more attempt, while the project has attempts left. */
const sendBack = async ({ tx, run, now, step: { payload } }: Context, request: RequestRow) => {
  const { feedback, taskId, projectId } = request
  const most = reworksMost(await findProject(tx, projectId))
  if (!feedback || payload.reworks >= most) return failRun(deniedBecause(request))
  await moveTask(tx, { id: taskId!, runId: run.id }, 'building', now)
  return goTo(cycleRun.at['build-task'], { reworks: payload.reworks + 1, feedback: [feedback] })
}

const deniedBecause = ({ status, decision, feedback }: RequestRow) => ({
  message: [
    status === 'cancelled' ? 'The request to merge the change was cancelled.' : 'The change was denied.',
    ...[decision, feedback].filter((text) => text !== null),
  ].join(' '),
  step: 'review-task',
  code: 'denied',
  details: { forAgency: true },
})
