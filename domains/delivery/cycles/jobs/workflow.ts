import { stopCancelled, wakeProject } from '../project-run/cycle-ended.ts'
import { applyDecision } from './apply-decision.ts'
import { buildTask } from './build-task.ts'
import { checkBase } from './check-base.ts'
import { checkTask } from './check-task.ts'
import { cleanUp } from './clean-up.ts'
import { deliver } from './deliver.ts'
import { ended } from './ended.ts'
import { cycleRun } from './graph.ts'
import { mergeTask } from './merge-task.ts'
import type { CycleParts } from './parts.ts'
import { planRun } from './plan-run.ts'
import { prepareDelivery } from './prepare-delivery.ts'
import { reconcile } from './reconcile.ts'
import { reviewTask } from './review-task.ts'

/** One run of a cycle, from the commit that it begins with to the branch that it advances. */
export const cycleWorkflow = (parts: CycleParts) =>
  cycleRun.workflow({
    first: 'plan',
    cancelled: 'clean-up',
    steps: {
      plan: planRun(parts),
      'check-base': checkBase(parts),
      'build-task': buildTask(parts),
      'check-task': checkTask(parts),
      'review-task': reviewTask(parts),
      'apply-decision': applyDecision(),
      'merge-task': mergeTask(parts),
      'prepare-delivery': prepareDelivery(parts),
      deliver: deliver(parts),
      'clean-up': cleanUp(parts),
    },
    reconcile: reconcile(parts),
    ended: async (context, end) => {
      await stopCancelled(context, end)
      await ended(context, end)
      await wakeProject(context)
    },
  })
