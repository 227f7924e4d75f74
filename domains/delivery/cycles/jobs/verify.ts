import { record } from '../../../../platform/audit/index.ts'
import { failRun, goTo, type CommitContext, type EffectContext } from '../../../../platform/jobs/index.ts'
import { type NewArtifact, replaceArtifacts } from '../../artifacts/index.ts'
import { checksOf, type CheckRow } from '../../tasks/index.ts'
import { openFileKeeper } from '../artifacts/keep-files.ts'
import { distinct, logsOf } from '../checks.ts'
import { failed } from './failed.ts'
import { cycleRun, type Delivery } from './graph.ts'
import type { CycleParts } from './parts.ts'
import { runChecks } from './run-checks.ts'
import { isSetup } from './set-up.ts'
import { findWorkOnFirst, tasksOfRun, type TaskWork } from './work.ts'

/**
 * Runs the checks over the whole result, before the target advances: each change was checked by itself, and what they
 * make together, or with what was delivered meanwhile, was not. What did not pass where the cycle began, or fails on the
 * moved target as well, is not held against it.
 */
export const verify = (parts: CycleParts) =>
  cycleRun.step('verify', {
    sandbox: true,
    failed,
    effect: (context) => checkResult(parts, context),
    commit: async (context, { rows, kept, work }) => {
      const broken = rows.filter(({ outcome }) => outcome !== 'passed')
      recordResult(context, rows)
      const { id: cycleId, projectId } = work.cycle
      const owner = { runId: context.run.id, taskId: null, projectId, cycleId }
      await replaceArtifacts(context.tx, owner, kept, context.now)
      return broken.length === 0 ? goTo(cycleRun.at.deliver, context.step.payload) : failRun(failureOf(broken))
    },
  })

interface Result {
  readonly rows: readonly CheckRow[]
  readonly kept: readonly NewArtifact[]
  readonly work: TaskWork
}

const checkResult = async (parts: CycleParts, context: EffectContext<Delivery>): Promise<Result> => {
  const { run, step, read } = context
  const work = await findWorkOnFirst(read, run)
  const passed = await passedOnBase(context, work)
  const keeper = openFileKeeper(parts, context, work, null)
  const at = { commit: step.payload.to, phase: 'task' as const, keeper }
  const rows = (await runChecks(parts, context, work, { ...at, checks: passed })).filter((row) => !isSetup(row))
  const result = { rows, kept: keeper.kept(), work }
  const broken = rows.filter(({ outcome }) => outcome !== 'passed').map(({ name }) => name)
  if (broken.length === 0 || step.payload.from === work.baseSha) return result
  const checks = passed.filter(({ name }) => broken.includes(name))
  const before = await runChecks(parts, context, work, { commit: step.payload.from, phase: 'task', checks })
  const excused = new Set(before.filter(({ outcome }) => outcome !== 'passed').map(({ name }) => name))
  return { ...result, rows: rows.filter(({ name }) => !excused.has(name)) }
}

/** The checks that passed where each task that they were run for began. */
const passedOnBase = async ({ run, read }: EffectContext<Delivery>, work: TaskWork) => {
  const declared = new Map(distinct(work.runtime.checks ?? []).map((check) => [check.name, check]))
  const found = new Map<string, CheckRow>()
  for (const task of await read((tx) => tasksOfRun(tx, work.cycle.id, run.id)))
    for (const row of await read((tx) => checksOf(tx, task.id, run.id)))
      if (row.phase === 'base' && !isSetup(row) && task.baseSha === work.baseSha) found.set(row.name, row)
  return [...found.values()]
    .filter(({ outcome }) => outcome === 'passed')
    .map(({ name, command }) => ({ ...declared.get(name), name, command }))
}

const recordResult = ({ tx, run, step }: CommitContext<Delivery>, rows: readonly CheckRow[]) =>
  record(tx, undefined, {
    name: 'cycle.verified',
    entity: ['cycle', run.subjectId],
    cycleId: run.subjectId,
    payload: {
      commitSha: step.payload.to,
      checks: rows.map(({ name, outcome, durationMs }) => ({ name, outcome, durationMs })),
    },
  })

const failureOf = (broken: readonly CheckRow[]) => ({
  message: `Each change passed its checks, and together they do not: ${broken.map(({ name }) => name).join(', ')} ${
    broken.length === 1 ? 'does' : 'do'
  } not pass over the whole result. The target branch did not move.`,
  step: 'verify',
  code: 'result_refused',
  details: { log: logsOf(broken) },
})
