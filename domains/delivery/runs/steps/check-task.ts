import { goTo } from '../../../../platform/jobs/index.ts'
import { proveChange, recordProof } from '../../proving/index.ts'
import { moveTask } from '../../tasks/index.ts'
import { cycleRunId, type CycleParts } from '../../workbench/index.ts'
import { failStep } from '../fail-step.ts'
import { findTaskWork } from '../work.ts'
import { taskRun } from '../graph.ts'

/** Runs the checks of the base over the change, and what proves or refutes it beside them. */
export const checkTask = (parts: CycleParts) =>
  taskRun.step('check-task', {
    sandbox: true,
    failed: failStep,
    effect: async (context) => {
      const work = await findTaskWork(context.read, context.run)
      return { task: work.task, proof: await proveChange({ parts, context, work }) }
    },
    commit: async ({ tx, run, now, step }, { task, proof }) => {
      const runId = cycleRunId(run)
      await recordProof(tx, task, runId, proof, now)
      await moveTask(tx, { id: task.id, runId }, 'reviewing', now)
      const { probed, examined, accepted } = proof
      const found = { ...(probed && { probed }), ...(examined && { examined }), ...(accepted && { accepted }) }
      return goTo(taskRun.at['review-task'], { ...step.payload, ...found })
    },
  })
