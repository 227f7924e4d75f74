import { failRun, goTo } from '../../../../platform/jobs/index.ts'
import { moveTask } from '../../tasks/index.ts'
import type { TaskStatus } from '../../tasks/rules.ts'
import { decidedRequest, denialFailure, allowMerge } from './apply-decision.ts'
import { deriveBlocked } from './derive-blocked.ts'
import { failStep } from '../fail-step.ts'
import type { CycleParts } from '../../workbench/index.ts'
import { savedWorkOf } from '../../agent-work/index.ts'
import { findWorkOnFirst, tasksOfRun } from '../work.ts'
import { cycleRun } from '../graph.ts'

type TaskStep = 'build-task' | 'check-task' | 'review-task'

/**
 * Steps of runs that an earlier version began, where one run did all: the task gets a run of its own from here on. The
 * commits of its change stay and are checked; an agent amid its first change begins anew, since its files are gone.
 */
export const taskStepOfEarlier = <const Name extends TaskStep>({ removals }: CycleParts, name: Name) =>
  cycleRun.step<Name>(name, {
    failed: failStep,
    effect: async ({ run, read }) => {
      const work = await findWorkOnFirst(read, run)
      if (work.task.headSha === null) await removals.now(savedWorkOf({ run }, work))
    },
    commit: async ({ tx, run, now }) => {
      await resetTasks(tx, run, now, 'queued')
      return goTo(cycleRun.at.advance)
    },
  })

/** The run waited for a person when this version came. An approval is kept; a refusal ends the run. */
export const decisionOfEarlier = () =>
  cycleRun.step('apply-decision', {
    failed: failStep,
    commit: async (context) => {
      const { tx, run, now, step } = context
      const { request, answer } = await decidedRequest(tx, step.payload.requestId)
      if (answer !== 'approved') return failRun(denialFailure(request))
      await allowMerge(context, request)
      await deriveBlocked(tx, run.subjectId, run.id, now)
      return goTo(cycleRun.at.advance)
    },
  })

type Tasks = Parameters<typeof tasksOfRun>[0]

const resetTasks = async (
  tx: Tasks,
  run: { readonly id: string; readonly subjectId: string },
  now: Date,
  to: TaskStatus,
) => {
  for (const { id } of await tasksOfRun(tx, run.subjectId, run.id)) await moveTask(tx, { id, runId: run.id }, to, now)
}
