import { record } from '../../../../platform/audit/index.ts'
import { goTo, type CommitContext, type EffectContext } from '../../../../platform/jobs/index.ts'
import { failingAcceptance, feedbackOf } from '../../acceptance/index.ts'
import { type NewArtifact, replaceArtifacts } from '../../artifacts/index.ts'
import { checksOf, type CheckRow } from '../../checks/index.ts'
import type { TaskRow } from '../../tasks/index.ts'
import {
  type Check,
  type FileKeeper,
  openFileKeeper,
  type CycleParts,
  runChecks,
  isSetup,
  withUniqueNames,
  type StepWork,
  type TaskWork,
} from '../../workbench/index.ts'
import { failStep } from '../fail-step.ts'
import { findWorkOn, findWorkOnFirst, tasksOfRun } from '../work.ts'
import { type RefMove, repositoriesOfRun, type CycleRow } from '../../cycles/index.ts'
import { cycleRun, type Delivery } from '../graph.ts'
import { sentence } from '../../sentences/index.ts'
import { acceptanceName } from '../rules-mends.ts'
import { runOverChange } from './run-over-change.ts'
import { type ResultChecks, isBroken, mendResult } from './mend-result.ts'

/**
 * Runs the checks over the whole result, before the target advances: each change was checked separately, but not all of
 * them together, nor with the deliveries since. A check that did not pass on the cycle's base, or fails on the moved
 * target as well, does not count against it. A result that does not pass goes to an agent again.
 */
export const verify = (parts: CycleParts) =>
  cycleRun.step('verify', {
    sandbox: true,
    failed: failStep,
    effect: (context) => checkResult(parts, context),
    commit: async (context, { checked, kept, cycle }) => {
      for (const one of checked) recordResult(context, one)
      const { id: cycleId, projectId } = cycle
      const owner = { runId: context.run.id, taskId: null, projectId, cycleId }
      await replaceArtifacts(context.tx, owner, kept, context.now)
      const broken = checked.filter(isBroken)
      return broken.length === 0 ? goTo(cycleRun.at.deliver, context.step.payload) : mendResult(parts, context, broken)
    },
  })

interface Result {
  readonly checked: readonly ResultChecks[]
  readonly kept: readonly NewArtifact[]
  readonly cycle: CycleRow
}

/** A delivery to one repository, with one of the tasks that changed it. */
interface DeliveredWork extends RefMove {
  readonly work: TaskWork
  readonly tasks: readonly TaskRow[]
  readonly repositoryId: string | undefined
}

const checkResult = async (parts: CycleParts, context: EffectContext<Delivery>): Promise<Result> => {
  const first = await findWorkOnFirst(context.read, context.run)
  const keeper = openFileKeeper({ parts, context, work: first }, null)
  const checked: ResultChecks[] = []
  for (const one of await deliveredIn(context, first)) {
    const rows = await checkOne(parts, context, one, keeper)
    const { work, tasks, to: commitSha, repositoryId } = one
    checked.push({ rows, tasks, work, commitSha, repositoryId })
  }
  return { checked, kept: keeper.kept(), cycle: first.cycle }
}

/** The repositories of the run that its tasks changed, the primary one first. */
const deliveredIn = async ({ run, step, read }: EffectContext<Delivery>, first: TaskWork): Promise<DeliveredWork[]> => {
  const { from, to } = step.payload
  const [all, beside] = await read(async (tx) => [
    await tasksOfRun(tx, first.cycle.id, run.id),
    await repositoriesOfRun(tx, run.id),
  ])
  const found: DeliveredWork[] = []
  const isBeside = (task: TaskRow) => beside.some(({ repositoryId }) => repositoryId === task.repositoryId)
  const tasks = all.filter((task) => !isBeside(task))
  if (tasks.length > 0) found.push({ work: { ...first, task: tasks[0]! }, tasks, from, to, repositoryId: undefined })
  for (const { repositoryId, fromSha, toSha } of beside) {
    const there = all.filter((task) => task.repositoryId === repositoryId)
    if (fromSha === null || toSha === null || there.length === 0) continue
    const work = await findWorkOn(read, run, there[0]!.id)
    found.push({ work, tasks: there, from: fromSha, to: toSha, repositoryId })
  }
  return found
}

const checkOne = async (
  parts: CycleParts,
  context: EffectContext<Delivery>,
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

interface ResultToAccept {
  readonly commit: string
  readonly checks: readonly Check[]
  readonly rows: readonly CheckRow[]
  readonly tasks: readonly TaskRow[]
}

/**
 * Acceptance tests over the combined work of several tasks, as a check of its own, if no task was judged after all
 * others.
 */
const acceptResult = async (stepWork: StepWork, { tasks, ...result }: ResultToAccept): Promise<CheckRow[]> => {
  if (tasks.length < 2 || tasks.some(({ review }) => review?.acceptance?.whole)) return []
  const tests = await failingAcceptance(stepWork, result)
  if (tests.length === 0) return []
  const log = [sentence('acceptance_over_result'), ...feedbackOf({ tests })].join('\n')
  return [{ ...result.rows[0]!, name: acceptanceName, command: '', outcome: 'failed', exitCode: 1, log, report: null }]
}

/** The checks that passed where each task that they were run for began. */
const passedOnBase = async ({ run, read }: EffectContext<Delivery>, work: TaskWork, tasks: readonly TaskRow[]) => {
  const declared = new Map(withUniqueNames(work.runtime.checks ?? []).map((check) => [check.name, check]))
  const found = new Map<string, CheckRow>()
  for (const task of tasks)
    for (const row of await read((tx) => checksOf(tx, task.id, run.id)))
      if (row.phase === 'base' && !isSetup(row) && task.baseSha === work.baseSha) found.set(row.name, row)
  return [...found.values()]
    .filter(({ outcome }) => outcome === 'passed')
    .map(({ name, command }) => ({ ...declared.get(name), name, command }))
}

const recordResult = ({ tx, run }: CommitContext<Delivery>, { rows, commitSha, repositoryId }: ResultChecks) =>
  record(tx, undefined, {
    name: 'cycle.checked',
    entity: ['cycle', run.subjectId],
    cycleId: run.subjectId,
    payload: {
      commitSha,
      ...(repositoryId !== undefined && { repositoryId }),
      checks: rows.map(({ name, outcome, durationMs }) => ({ name, outcome, durationMs })),
    },
  })
