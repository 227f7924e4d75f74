import { record } from '../../../platform/audit/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { EffectContext } from '../../../platform/jobs/index.ts'
import { failingAcceptance, feedbackOf } from '../acceptance/index.ts'
import { type NewArtifact, replaceArtifacts } from '../artifacts/index.ts'
import { type CheckRow, checksOf } from '../checks/index.ts'
import type { RefMove } from '../cycles/index.ts'
import { sentence } from '../sentences/index.ts'
import type { TaskRow } from '../tasks/index.ts'
import {
  type CycleParts,
  type FileKeeper,
  isSetup,
  openFileKeeper,
  runChecks,
  type StepWork,
  type TaskWork,
  withUniqueNames,
} from '../workbench/index.ts'
import { acceptanceName } from './rules-checks.ts'
import { runOverChange } from './run-over-change.ts'

/** A delivery to one repository, with one of the tasks that changed it. */
export interface DeliveredWork extends RefMove {
  readonly work: TaskWork
  readonly tasks: readonly TaskRow[]
  /** Undefined for the primary repository. */
  readonly repositoryId: string | undefined
}

/** The results of the checks over all that a run is about to deliver to one repository. */
export interface ResultChecks extends Omit<DeliveredWork, keyof RefMove> {
  readonly rows: readonly CheckRow[]
  readonly commitSha: string
}

interface CheckedResult {
  readonly checked: readonly ResultChecks[]
  readonly kept: readonly NewArtifact[]
}

/**
 * Runs the checks over the whole result, in each repository. A check that did not pass on the cycle's base, or fails on
 * the moved target as well, does not count against it. `stepWork` is that of the run's first task.
 */
export const checkResult = async (
  { parts, context, work: first }: StepWork,
  delivered: readonly DeliveredWork[],
): Promise<CheckedResult> => {
  const keeper = openFileKeeper({ parts, context, work: first }, null)
  const checked: ResultChecks[] = []
  for (const one of delivered) {
    const rows = await checkOne(parts, context, one, keeper)
    const { work, tasks, to: commitSha, repositoryId } = one
    checked.push({ rows, tasks, work, commitSha, repositoryId })
  }
  return { checked, kept: keeper.kept() }
}

/** Records the results for people, and the files that the checks left. */
export const recordResult = async (
  tx: Transaction,
  owner: { readonly runId: string; readonly projectId: string; readonly cycleId: string },
  { checked, kept }: CheckedResult,
  now: Date,
): Promise<void> => {
  const { cycleId } = owner
  for (const { rows, commitSha, repositoryId } of checked)
    record(tx, undefined, {
      name: 'cycle.checked',
      entity: ['cycle', cycleId],
      cycleId,
      payload: {
        commitSha,
        ...(repositoryId !== undefined && { repositoryId }),
        checks: rows.map(({ name, outcome, durationMs }) => ({ name, outcome, durationMs })),
      },
    })
  await replaceArtifacts(tx, { ...owner, taskId: null }, kept, now)
}

const checkOne = async (
  parts: CycleParts,
  context: EffectContext,
  { work, tasks, from, to }: DeliveredWork,
  keeper: FileKeeper,
): Promise<readonly CheckRow[]> => {
  const stepWork = { parts, context, work }
  const passed = await passedOnBase(context, work, tasks)
  const at = { commit: to, phase: 'task' as const, keeper }
  const base = passed.map(({ name }) => ({ name, outcome: 'passed' as const, report: null }))
  const ran = (await runOverChange(stepWork, base, { ...at, checks: passed })).filter((row) => !isSetup(row))
  const rows = [...ran, ...(await acceptResult(stepWork, { commit: to, checks: passed, rows: ran, tasks }))]
  const broken = rows.filter(({ outcome }) => outcome !== 'passed').map(({ name }) => name)
  if (broken.length === 0 || from === work.baseSha) return rows
  const checks = passed.filter(({ name }) => broken.includes(name))
  const before = await runChecks(stepWork, { commit: from, phase: 'task', checks })
  const excused = new Set(before.filter(({ outcome }) => outcome !== 'passed').map(({ name }) => name))
  return rows.filter(({ name }) => !excused.has(name))
}

type ResultToAccept = Parameters<typeof failingAcceptance>[1] & Pick<DeliveredWork, 'tasks'>

/** Acceptance tests over the joined work of several tasks, as a check, if no task was judged after all others. */
const acceptResult = async (stepWork: StepWork, { tasks, ...result }: ResultToAccept): Promise<CheckRow[]> => {
  if (tasks.length < 2 || tasks.some(({ review }) => review?.acceptance?.whole)) return []
  const tests = await failingAcceptance(stepWork, result)
  if (tests.length === 0) return []
  const log = [sentence('acceptance_over_result'), ...feedbackOf({ tests })].join('\n')
  return [{ ...result.rows[0]!, name: acceptanceName, command: '', outcome: 'failed', exitCode: 1, log, report: null }]
}

/** The checks that passed where each task that they were run for began. */
const passedOnBase = async ({ run, read }: EffectContext, work: TaskWork, tasks: readonly TaskRow[]) => {
  const declared = new Map(withUniqueNames(work.runtime.checks ?? []).map((check) => [check.name, check]))
  const found = new Map<string, CheckRow>()
  for (const task of tasks)
    for (const row of await read((tx) => checksOf(tx, task.id, run.id)))
      if (row.phase === 'base' && !isSetup(row) && task.baseSha === work.baseSha) found.set(row.name, row)
  return [...found.values()]
    .filter(({ outcome }) => outcome === 'passed')
    .map(({ name, command }) => ({ ...declared.get(name), name, command }))
}
