import { goTo, type EffectContext, failRun, type CommitContext } from '../../../../platform/jobs/index.ts'
import { repositoriesOfRun, moveCycle, lockCycle, advanceIntegrationIn, type CycleRow } from '../../cycles/index.ts'
import {
  checkResult,
  type DeliveredWork,
  recordResult,
  acceptanceName,
  logsOf,
  type ResultChecks,
} from '../../proving/index.ts'
import { type TaskRow, lastNumberOf, planTask } from '../../tasks/index.ts'
import { type CycleParts, type TaskWork, carrierFor } from '../../workbench/index.ts'
import { failStep } from '../fail-step.ts'
import { findWorkOn, findWorkOnFirst, tasksOfRun } from '../work.ts'
import { cycleRun, type Delivery } from '../graph.ts'
import { v7 as uuidv7 } from 'uuid'
import { findProject } from '../../../code/projects/index.ts'
import { reworksMost } from '../../../code/projects/rules/caps.ts'
import { planLimits, refsOf } from '../../cycles/rules.ts'
import { descriptionOfMend, mayMend, sentenceOf, titleOfMend } from '../rules-moves.ts'
import { sentence } from '../../sentences/index.ts'

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

export const isBroken = ({ rows }: Pick<ResultChecks, 'rows'>): boolean =>
  rows.some(({ outcome }) => outcome !== 'passed')

/**
 * Adds one more task to the run for each repository whose result does not pass, with the output of the checks; if the
 * limit is reached, or no agent can carry it out, the run fails with that.
 */
const mendResult = async (parts: CycleParts, context: CommitContext<Delivery>, broken: readonly ResultChecks[]) => {
  const { tx, run, now } = context
  const cycle = await lockCycle(tx, run.subjectId)
  // The present heads of its branches, however the run ends.
  for (const { work, commitSha: sha } of broken)
    if (cycle) await advanceIntegrationIn(tx, cycle, { runId: run.id, repositoryId: work.repository.id, sha })
  if (cycle?.status !== 'reviewing')
    return failRun({ message: sentence('run_stopped'), step: 'verify', code: 'stopped' })
  const tasks = await tasksOfRun(tx, cycle.id, run.id)
  if (!(await mayGoOn(parts, context, cycle, { tasks, broken }))) return failRun(failureOf(broken, tasks))
  await moveCycle(tx, cycle.id, 'mend', now)
  let number = await lastNumberOf(tx, run.id)
  for (const checked of broken) {
    number += 1
    const checks = namesOf([checked])
    await planTask(tx, {
      id: uuidv7(),
      projectId: cycle.projectId,
      cycleId: cycle.id,
      runId: run.id,
      number,
      now,
      repositoryId: checked.work.repository.id,
      title: titleOfMend,
      description: descriptionOfMend(checks, checked.tasks),
      branch: refsOf(cycle.id, cycle.runNumber).task(number),
      mend: { checks, log: logsOf(checked.rows) },
    })
  }
  return goTo(cycleRun.at.advance)
}

const mayGoOn = async (
  parts: CycleParts,
  { tx }: CommitContext<Delivery>,
  { projectId }: CycleRow,
  { tasks, broken }: { readonly tasks: readonly TaskRow[]; readonly broken: readonly ResultChecks[] },
) => {
  const project = await findProject(tx, projectId)
  if (!project || 'refused' in (await carrierFor(tx, parts, project))) return false
  const mends = tasks.flatMap((task) => (task.mend ? [task.repositoryId] : []))
  const failsAcceptance = namesOf(broken).includes(acceptanceName)
  return mayMend(
    broken.map(({ work }) => work.repository.id),
    { tasks: tasks.length, mends },
    // An agent that cannot see acceptance tests tries once.
    { mends: Math.min(reworksMost(project), failsAcceptance ? 1 : Infinity), tasks: planLimits.tasks },
  )
}

const namesOf = (broken: readonly ResultChecks[]) =>
  broken.flatMap(({ rows }) => rows.filter(({ outcome }) => outcome !== 'passed').map(({ name }) => name))

const failureOf = (broken: readonly ResultChecks[], tasks: readonly TaskRow[]) => {
  const mends = tasks.filter((task) => task.mend !== null).length
  const tried = mends === 0 ? '' : ` ${mends} ${mends === 1 ? 'task was' : 'tasks were'} made to mend that.`
  return {
    message: `${sentenceOf([...new Set(namesOf(broken))])}${tried} ${sentence('target_not_moved')}`,
    step: 'verify',
    code: 'result_refused',
    details: { log: logsOf(broken.flatMap(({ rows }) => rows)) },
  }
}
