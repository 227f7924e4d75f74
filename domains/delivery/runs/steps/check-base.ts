import { checkFiles } from '../../../../execution/setup/index.ts'
import { goTo } from '../../../../platform/jobs/index.ts'
import { type CheckRow, forgetBaseChecks, recordChecks } from '../../checks/index.ts'
import {
  type Check,
  cycleRunId,
  type CycleParts,
  readTexts,
  runChecks,
  type Work,
  type StepWork,
} from '../../workbench/index.ts'
import { checksFor, mayPassAgain, combineRuns } from '../rules-checks.ts'
import { failStep } from '../fail-step.ts'
import { findTaskWork, findWorkOnFirst, tasksOfRun } from '../work.ts'
import { isMadeByGit, stepOfGit } from '../../planning/index.ts'
import { cycleRun, taskRun } from '../graph.ts'

/**
 * Runs the checks on the base of the cycle, once for all of its tasks that begin there: a check that fails here twice,
 * or cannot run, will not be held against a change.
 */
export const checkBase = (parts: CycleParts) =>
  cycleRun.step('check-base', {
    sandbox: true,
    failed: failStep,
    effect: async (context) => {
      const work = await findWorkOnFirst(context.read, context.run)
      const tasks = await context.read((tx) => tasksOfRun(tx, work.cycle.id, context.run.id))
      return tasks.some(({ baseSha }) => baseSha !== null) ? checksAt({ parts, context, work }, work.baseSha!) : []
    },
    commit: async ({ tx, run, now }, rows) => {
      for (const task of await tasksOfRun(tx, run.subjectId, run.id))
        if (task.baseSha !== null) await recordChecks(tx, task, run.id, rows, now)
      return goTo(cycleRun.at.advance)
    },
  })

/** Runs the checks on the base of a task that begins after others were merged. */
export const checkTaskBase = (parts: CycleParts) =>
  taskRun.step('check-base', {
    sandbox: true,
    failed: failStep,
    effect: async (context) => {
      const work = await findTaskWork(context.read, context.run)
      return { work, rows: await checksAt({ parts, context, work }, work.task.baseSha!) }
    },
    commit: async ({ tx, run, now, step }, { work: { cycle, task }, rows }) => {
      await forgetBaseChecks(tx, task.id, task.runId!)
      await recordChecks(tx, task, cycleRunId(run), rows, now)
      if (isMadeByGit(cycle, task)) return goTo(taskRun.at[stepOfGit(cycle)])
      return goTo(taskRun.at['build-task'], step.payload)
    },
  })

const checksAt = async (stepWork: StepWork, commit: string) => {
  const { parts, work } = stepWork
  const checks = checksFor(work.runtime, await readCheckFiles(parts, work, commit))
  return runTwice(stepWork, { commit, checks })
}

interface BaseChecks {
  readonly commit: string
  readonly checks: readonly Check[]
}

/** A check that does not pass is repeated in fresh files: the gate is not taken away by chance. */
const runTwice = async (stepWork: StepWork, { commit, checks }: BaseChecks) => {
  const at = { commit, phase: 'base' as const, measuring: {} }
  const rows: readonly CheckRow[] = await runChecks(stepWork, { ...at, checks })
  // A derived check that the base does not pass is no gate, and is not worth a second wait.
  const failing = rows
    .filter((row) => mayPassAgain(row) && checks.find(({ name }) => name === row.name)?.wallMs === undefined)
    .map(({ name }) => name)
  if (failing.length === 0) return rows
  const again = await runChecks(stepWork, {
    ...at,
    checks: checks.filter(({ name }) => failing.includes(name)),
  })
  return rows.map((row) => {
    const other = failing.includes(row.name) && again.find(({ name }) => name === row.name)
    return other ? combineRuns(row, other) : row
  })
}

const readCheckFiles = async ({ repositories }: CycleParts, { repository }: Work, commit: string) => {
  const texts = await readTexts(repositories, repository.id, commit, checkFiles)
  const found = checkFiles.map((path, at) => [path, texts[at]] as const)
  return Object.fromEntries(found.filter(([, content]) => content !== undefined))
}
