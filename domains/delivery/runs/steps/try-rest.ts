import { goTo, type EffectContext } from '../../../../platform/jobs/index.ts'
import { changePartsOf, checksOf, replaceChangeParts, type ChangePartRow } from '../../checks/index.ts'
import { accountForChange, probeRest, type Probed } from '../../probes/index.ts'
import { compareTask, cycleRunId, type CycleParts } from '../../workbench/index.ts'
import { type JudgePayload, taskRun } from '../graph.ts'
import { findTaskWork } from '../work.ts'
import { passingTests } from './passing-tests.ts'

/**
 * Tries the parts of a change that had no time, and makes the calls again for which there was none, once and behind all
 * other steps, before a person is asked about them. A step that fails leaves both as they were.
 */
export const tryRest = (parts: CycleParts) =>
  taskRun.step('try-rest', {
    sandbox: 'idle',
    retries: 0,
    failed: ({ step }) => judgeAgain(step.payload),
    effect: (context) => accountForRest(parts, context),
    commit: async ({ tx, run, now, step }, { changeParts, probed }) => {
      const of = { taskId: run.subjectId, runId: cycleRunId(run) }
      if (changeParts.length > 0) await replaceChangeParts(tx, of, changeParts, now)
      return judgeAgain({ ...step.payload, ...(probed && { probed }) })
    },
  })

const judgeAgain = (payload: JudgePayload) => goTo(taskRun.at['review-task'], { ...payload, isRestTried: true })

const accountForRest = async (
  parts: CycleParts,
  context: EffectContext<JudgePayload>,
): Promise<{ readonly changeParts: readonly ChangePartRow[]; readonly probed: Probed | undefined }> => {
  const work = await findTaskWork(context.read, context.run)
  const stepWork = { parts, context, work }
  const of = [work.task.id, cycleRunId(context.run)] as const
  const [rows, earlier] = await context.read(async (tx) => [await checksOf(tx, ...of), await changePartsOf(tx, ...of)])
  const compared = await compareTask(parts.repositories, work)
  const given = await passingTests(stepWork, context.step.payload)
  const change = { base: rows, judged: rows, compared }
  const isLate = earlier.some(({ reason }) => reason === 'not_tried')
  const changeParts = isLate ? await accountForChange(stepWork, { ...change, given, earlier }) : []
  const probed = await probeRest(stepWork, { ...change, acceptance: given, probed: context.step.payload.probed })
  return { changeParts, probed }
}
