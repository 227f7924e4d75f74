import { stopCancelled, wakeProject } from '../planning/index.ts'
import { advance } from './steps/advance.ts'
import { applyDecision } from './steps/apply-decision.ts'
import { awaitMerge } from './steps/await-merge.ts'
import { beginInRepository, planRun } from './steps/plan-run.ts'
import { buildTask } from './steps/build-task.ts'
import { checkBase, checkTaskBase, checkTask, tryRest } from './steps/check.ts'
import { cleanUpTask, cleanUp, reconcile, reconcileTask } from './steps/clean-up.ts'
import { deliver } from './steps/deliver.ts'
import { endCycle, endTask } from './steps/end-cycle.ts'
import { extendChange } from './steps/extend-change.ts'
import { cycleRun, taskRun } from './graph.ts'
import { keepTests, revertTask } from './steps/change-by-git.ts'
import { mergeTask } from './steps/merge-task.ts'
import type { CycleParts } from '../workbench/index.ts'
import { prepareDelivery } from './steps/prepare-delivery.ts'
import { reviewTask } from './steps/review-task.ts'
import { verify } from './steps/verify.ts'

/** One run of a cycle, from the commit that it begins with to the branch that it advances. */
export const cycleWorkflow = (parts: CycleParts) =>
  cycleRun.workflow({
    first: 'plan',
    cancelled: 'clean-up',
    steps: {
      plan: planRun(parts),
      'check-base': checkBase(parts),
      advance: advance(),
      'begin-in-repository': beginInRepository(parts),
      'merge-task': mergeTask(parts),
      'prepare-delivery': prepareDelivery(parts),
      verify: verify(parts),
      deliver: deliver(parts),
      'await-merge': awaitMerge(),
      'clean-up': cleanUp(parts),
    },
    reconcile: reconcile(parts),
    ended: async (context, end) => {
      await stopCancelled(context, end)
      await endCycle(context, end)
      await wakeProject(context)
    },
  })

/** One run of a task, from the files that it begins with to a change that may be merged. */
export const taskWorkflow = (parts: CycleParts) =>
  taskRun.workflow({
    first: 'check-base',
    cancelled: 'clean-up-task',
    steps: {
      'check-base': checkTaskBase(parts),
      'revert-task': revertTask(parts),
      'keep-tests': keepTests(parts),
      'build-task': buildTask(parts),
      'lint-task': taskRun.step('lint-task', extendChange(parts, 'lint')),
      'test-task': taskRun.step('test-task', extendChange(parts, 'test')),
      'secure-task': taskRun.step('secure-task', extendChange(parts, 'secure')),
      'document-task': taskRun.step('document-task', extendChange(parts, 'document')),
      'check-task': checkTask(parts),
      'review-task': reviewTask(parts),
      'try-rest': tryRest(parts),
      'apply-decision': applyDecision(),
      'clean-up-task': cleanUpTask(parts),
    },
    reconcile: reconcileTask(parts),
    ended: endTask,
  })
