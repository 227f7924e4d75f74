import type { Transaction } from '../../../platform/db/transaction.ts'
import { type ChangePartRow, changePartsOf, checksOf, replaceChangeParts } from '../checks/index.ts'
import { compareTask, cycleRunId, type StepWork } from '../workbench/index.ts'
import { accountForChange } from './account-for-change.ts'
import { type GivenTests, passingTests } from './find-subject.ts'
import { type Probed, probeRest } from './probe-change.ts'

interface Rest {
  /** Empty if all parts were tried before. */
  readonly changeParts: readonly ChangePartRow[]
  readonly probed: Probed | undefined
}

/** Tries the parts of a change that had no time, and makes the calls again for which there was none. */
export const proveRest = async (
  stepWork: StepWork,
  { probed: before, ...tests }: GivenTests & { readonly probed?: Probed | undefined },
): Promise<Rest> => {
  const { parts, context, work } = stepWork
  const at = { taskId: work.task.id, runId: cycleRunId(context.run) }
  const [rows, earlier] = await context.read(async (tx) => [
    await checksOf(tx, at.taskId, at.runId),
    await changePartsOf(tx, at),
  ])
  const compared = await compareTask(parts.repositories, work)
  const given = await passingTests(stepWork, tests)
  const change = { base: rows, judged: rows, compared }
  const isLate = earlier.some(({ reason }) => reason === 'not_tried')
  const changeParts = isLate ? await accountForChange(stepWork, { ...change, given, earlier }) : []
  const probed = await probeRest(stepWork, { ...change, acceptance: given, probed: before })
  return { changeParts, probed }
}

/** Records the account of all parts in the place of the earlier one, if parts were tried. */
export const recordRest = async (
  tx: Transaction,
  of: { readonly taskId: string; readonly runId: string },
  { changeParts }: Rest,
  now: Date,
): Promise<void> => {
  if (changeParts.length > 0) await replaceChangeParts(tx, of, changeParts, now)
}
