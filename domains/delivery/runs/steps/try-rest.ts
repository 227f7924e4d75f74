import { goTo } from '../../../../platform/jobs/index.ts'
import { proveRest, recordRest } from '../../proving/index.ts'
import { cycleRunId, type CycleParts } from '../../workbench/index.ts'
import { type JudgePayload, taskRun } from '../graph.ts'
import { findTaskWork } from '../work.ts'

/** Tries, once and last, the parts and calls that had no time, before a person is asked. A failure changes nothing. */
export const tryRest = (parts: CycleParts) =>
  taskRun.step('try-rest', {
    sandbox: 'idle',
    retries: 0,
    failed: ({ step }) => judgeAgain(step.payload),
    effect: async (context) => {
      const work = await findTaskWork(context.read, context.run)
      return proveRest({ parts, context, work }, context.step.payload)
    },
    commit: async ({ tx, run, now, step }, rest) => {
      await recordRest(tx, { taskId: run.subjectId, runId: cycleRunId(run) }, rest, now)
      const { probed } = rest
      return judgeAgain({ ...step.payload, ...(probed && { probed }) })
    },
  })

const judgeAgain = (payload: JudgePayload) => goTo(taskRun.at['review-task'], { ...payload, isRestTried: true })
