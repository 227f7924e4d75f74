import { goTo } from '../../../../platform/jobs/index.ts'
import { checksOf, moveTask } from '../../tasks/index.ts'
import { failed } from './failed.ts'
import { cycleRun } from './graph.ts'
import type { CycleParts } from './parts.ts'
import { recordChecks } from './record-checks.ts'
import { runChecks } from './run-checks.ts'
import { isSetup } from './set-up.ts'
import { findTaskWork } from './work.ts'

/** Runs the same commands over the change. They are the base's: a change cannot rewrite what it is judged by. */
export const checkTask = (parts: CycleParts) =>
  cycleRun.step('check-task', {
    sandbox: true,
    failed,
    effect: (context) => check(parts, context),
    commit: async (context, { task, rows }) => {
      await recordChecks(context, task, rows)
      await moveTask(context.tx, { id: task.id, runId: context.run.id }, 'reviewing', context.now)
      return goTo(cycleRun.at['review-task'], { reworks: context.step.payload.reworks })
    },
  })

const check = async (parts: CycleParts, context: Parameters<typeof runChecks>[1]) => {
  const work = await findTaskWork(context.read, context.run)
  const onBase = await context.read((tx) => checksOf(tx, work.task.id, context.run.id))
  const checks = onBase.filter(({ phase, name }) => phase === 'base' && !isSetup({ name }))
  const commit = work.task.headSha!
  return {
    task: work.task,
    rows: await runChecks(parts, context, work, {
      commit,
      phase: 'task',
      checks: checks.map(({ name, command }) => ({ name, command })),
    }),
  }
}
