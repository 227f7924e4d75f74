import { goTo, type EffectContext } from '../../../../platform/jobs/index.ts'
import { repositoriesOfRun } from '../../cycles/index.ts'
import { checkResult, type DeliveredWork, recordResult } from '../../proving/index.ts'
import type { TaskRow } from '../../tasks/index.ts'
import type { CycleParts, TaskWork } from '../../workbench/index.ts'
import { failStep } from '../fail-step.ts'
import { findWorkOn, findWorkOnFirst, tasksOfRun } from '../work.ts'
import { cycleRun, type Delivery } from '../graph.ts'
import { isBroken, mendResult } from './mend-result.ts'

/** Checks the whole result before the target advances: changes were checked separately. An agent mends a failure. */
export const verify = (parts: CycleParts) =>
  cycleRun.step('verify', {
    sandbox: true,
    failed: failStep,
    effect: async (context) => {
      const work = await findWorkOnFirst(context.read, context.run)
      const result = await checkResult({ parts, context, work }, await deliveredIn(context, work))
      return { result, cycle: work.cycle }
    },
    commit: async (context, { result, cycle }) => {
      const { tx, run, now, step } = context
      await recordResult(tx, { runId: run.id, projectId: cycle.projectId, cycleId: cycle.id }, result, now)
      const broken = result.checked.filter(isBroken)
      return broken.length === 0 ? goTo(cycleRun.at.deliver, step.payload) : mendResult(parts, context, broken)
    },
  })

/** The repositories of the run that its tasks changed, the primary one first. */
const deliveredIn = async ({ run, step, read }: EffectContext<Delivery>, first: TaskWork): Promise<DeliveredWork[]> => {
  const { from, to } = step.payload
  const [all, beside] = await read(async (tx) => [
    await tasksOfRun(tx, first.cycle.id, run.id),
    await repositoriesOfRun(tx, { runId: run.id }),
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
