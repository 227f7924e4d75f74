import { goTo, type EffectContext } from '../../../../platform/jobs/index.ts'
import { moveTask } from '../../tasks/index.ts'
import { type Check, checksFor, checkFiles, mayPassAgain, twice } from '../checks.ts'
import { failed } from './failed.ts'
import { cycleRun } from './graph.ts'
import type { CycleParts } from './parts.ts'
import { readTexts } from './read-text.ts'
import { recordChecks } from './record-checks.ts'
import { runChecks } from './run-checks.ts'
import { findTaskWork, type TaskWork, type Work } from './work.ts'

/** Runs the checks where the change begins: what fails here twice, or cannot run, will not be held against it. */
export const checkBase = (parts: CycleParts) =>
  cycleRun.step('check-base', {
    sandbox: true,
    failed,
    effect: async (context) => {
      const work = await findTaskWork(context.read, context.run)
      const commit = work.task.baseSha!
      const checks = checksFor(work.project.runtime, await readCheckFiles(parts, work, commit))
      return { task: work.task, rows: await runOnBase(parts, context, work, checks) }
    },
    commit: async (context, { task, rows }) => {
      await recordChecks(context, task, rows)
      await moveTask(context.tx, { id: task.id, runId: context.run.id }, 'building', context.now)
      return goTo(cycleRun.at['build-task'], { reworks: 0 })
    },
  })

/** A check that does not pass is asked once more, in fresh files: the gate is not taken away by chance. */
const runOnBase = async (parts: CycleParts, context: EffectContext, work: TaskWork, checks: readonly Check[]) => {
  const at = { commit: work.task.baseSha!, phase: 'base' as const }
  const rows = await runChecks(parts, context, work, { ...at, checks })
  if (!rows.some(mayPassAgain)) return rows
  const failing = rows.filter(mayPassAgain).map(({ name }) => name)
  const again = await runChecks(parts, context, work, {
    ...at,
    checks: checks.filter(({ name }) => failing.includes(name)),
  })
  return rows.map((row) => {
    const other = failing.includes(row.name) && again.find(({ name }) => name === row.name)
    return other ? twice(row, other) : row
  })
}

const readCheckFiles = async ({ repositories }: CycleParts, { repository }: Work, commit: string) => {
  const texts = await readTexts(repositories, repository.id, commit, checkFiles)
  const found = checkFiles.map((path, at) => [path, texts[at]] as const)
  return Object.fromEntries(found.filter(([, content]) => content !== undefined))
}
