import { isDeepStrictEqual } from 'node:util'
import { failRun, finish, goTo, type CommitContext } from '../../../../platform/jobs/index.ts'
import { findProject } from '../../../code/projects/index.ts'
import { type AfterReview, judgeChange, reviewRulesOf } from '../../proving/index.ts'
import { pictureTask } from '../../cycles/index.ts'
import { moveTask, recordVerdict, type TaskRow } from '../../tasks/index.ts'
import { failStep } from '../fail-step.ts'
import { cycleRunId, type CycleParts } from '../../workbench/index.ts'
import { findTaskWork } from '../work.ts'
import { type JudgePayload, taskRun } from '../graph.ts'
import { stepOfRound } from '../rules-moves.ts'
import { waitForPerson } from './wait-for-person.ts'

/** Checks the change against rules that need no judgement, then asks a model to read it, before anything is merged. */
export const reviewTask = (parts: CycleParts) =>
  taskRun.step('review-task', {
    failed: failStep,
    effect: async (context) => {
      const work = await findTaskWork(context.read, context.run)
      const judged = await judgeChange({ parts, context, work }, context.step.payload)
      return { task: work.task, repositoryId: work.repository.id, ...judged }
    },
    commit: async (context, { task, repositoryId, rules, verdict, next, log, isOfPages, triesRest }) => {
      const { tx, run, step, now } = context
      // The effect decides. People may have changed the rules since it read them: then the change is reviewed again, by
      // the new rules and the facts that they need, so that a rule that was tightened wins.
      if (!isDeepStrictEqual(reviewRulesOf(await findProject(tx, task.projectId), parts), rules))
        return goTo(taskRun.at['review-task'], step.payload)
      if (triesRest) return goTo(taskRun.at['try-rest'], step.payload)
      await recordVerdict(tx, task, cycleRunId(run), verdict)
      if (next.to === 'person' && isOfPages && parts.previewSite.isOn)
        await pictureTask(tx, { ...task, repositoryId }, now)
      return goAfter(context, task, next, log)
    },
  })

const goAfter = async (context: CommitContext<JudgePayload>, task: TaskRow, next: AfterReview, log: string) => {
  const { tx, run, now, step } = context
  if (next.to === 'author') return sendBack(context, task, next)
  if (next.to === 'person') return waitForPerson(context, task, next.reasons, step.payload)
  if (next.to === 'end') return failRun(failureOf(next, log))
  await moveTask(tx, { id: task.id, runId: cycleRunId(run) }, 'approved', now)
  return finish()
}

const sendBack = async (
  { tx, run, now, step }: CommitContext<JudgePayload>,
  task: TaskRow,
  { feedback, log = '', goesOn: continues }: Extract<AfterReview, { to: 'author' }>,
) => {
  await moveTask(tx, { id: task.id, runId: cycleRunId(run) }, 'building', now)
  const reworks = step.payload.reworks + 1
  const { rounds: [round, ...rounds] = [], message = task.title } = step.payload.unfinished ?? {}
  // Only the round is open: the coder was done.
  if (continues && round)
    return goTo(taskRun.at[stepOfRound(round)], { reworks, message, rounds, feedback: feedback.join(' ') })
  const build = { reworks, feedback: [...feedback], log, ...(continues && { goesOn: continues }) }
  return goTo(taskRun.at['build-task'], build)
}

const failureOf = ({ code, message }: Extract<AfterReview, { to: 'end' }>, log: string) => ({
  message: message.slice(0, 4_000),
  step: 'review-task',
  code,
  ...(code === 'review_refused' && log !== '' && { details: { log } }),
})
