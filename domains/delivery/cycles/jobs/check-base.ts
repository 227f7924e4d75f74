import { goTo } from '../../../../platform/jobs/index.ts'
import { moveTask } from '../../tasks/index.ts'
import { checksFor, checkFiles } from '../checks.ts'
import { failed } from './failed.ts'
import { cycleRun } from './graph.ts'
import type { CycleParts } from './parts.ts'
import { recordChecks } from './record-checks.ts'
import { runChecks } from './run-checks.ts'
import { findTaskWork, type Work } from './work.ts'

const fileMostBytes = 1_048_576

/** Runs the checks where the change begins: what fails here, or cannot run, will not be held against it. */
export const checkBase = (parts: CycleParts) =>
  cycleRun.step('check-base', {
    sandbox: true,
    failed,
    effect: async (context) => {
      const work = await findTaskWork(context.read, context.run)
      const commit = work.task.baseSha!
      const checks = checksFor(work.project.runtime, await readCheckFiles(parts, work, commit))
      return { task: work.task, rows: await runChecks(parts, context, work, { commit, phase: 'base', checks }) }
    },
    commit: async (context, { task, rows }) => {
      await recordChecks(context, task, rows)
      await moveTask(context.tx, { id: task.id, runId: context.run.id }, 'building', context.now)
      return goTo(cycleRun.at['build-task'], { reworks: 0 })
    },
  })

const readCheckFiles = async ({ repositories }: CycleParts, { repository }: Work, commit: string) => {
  const found = await Promise.all(
    checkFiles.map(async (path) => {
      const file = await repositories.readFile(repository.id, { commit, path: { path }, maxBytes: fileMostBytes })
      return [path, file?.content?.toString()] as const
    }),
  )
  return Object.fromEntries(found.filter(([, content]) => content !== undefined))
}
