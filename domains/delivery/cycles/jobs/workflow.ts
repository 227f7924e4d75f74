import { workflow } from '../../../../platform/jobs/index.ts'
import { buildTask } from './build-task.ts'
import { checkBase } from './check-base.ts'
import { checkTask } from './check-task.ts'
import { cleanUp } from './clean-up.ts'
import { deliver } from './deliver.ts'
import { ended } from './ended.ts'
import { mergeTask } from './merge-task.ts'
import type { CycleParts } from './parts.ts'
import { planRun } from './plan-run.ts'
import { prepareDelivery } from './prepare-delivery.ts'
import { reconcile } from './reconcile.ts'
import { reviewTask } from './review-task.ts'

/** One run of a cycle, from the commit that it begins with to the branch that it advances. */
export const cycleWorkflow = (parts: CycleParts) =>
  workflow('cycle', {
    steps: [
      planRun(parts),
      checkBase(parts),
      buildTask(parts),
      checkTask(parts),
      reviewTask(parts),
      mergeTask(parts),
      prepareDelivery(parts),
      deliver(parts),
    ],
    reconcile: reconcile(parts),
    cancelled: cleanUp(parts),
    ended,
  })
