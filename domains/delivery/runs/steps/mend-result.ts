import { v7 as uuidv7 } from 'uuid'
import { failRun, goTo, type CommitContext } from '../../../../platform/jobs/index.ts'
import { findProject } from '../../../code/projects/index.ts'
import { reworksMost } from '../../../code/projects/rules/caps.ts'
import { acceptanceName, logsOf, type ResultChecks } from '../../proving/index.ts'
import { lastNumberOf, planTask, type TaskRow } from '../../tasks/index.ts'
import { carrierFor, type CycleParts } from '../../workbench/index.ts'
import { tasksOfRun } from '../work.ts'
import { moveCycle, lockCycle, advanceIntegrationIn, type CycleRow } from '../../cycles/index.ts'
import { planLimits, refsOf } from '../../cycles/rules.ts'
import { descriptionOfMend, mayMend, sentenceOf, titleOfMend } from '../rules-moves.ts'
import { cycleRun, type Delivery } from '../graph.ts'
import { sentence } from '../../sentences/index.ts'

export const isBroken = ({ rows }: Pick<ResultChecks, 'rows'>): boolean =>
  rows.some(({ outcome }) => outcome !== 'passed')

/**
 * Adds one more task to the run for each repository whose result does not pass, with the output of the checks; if the
 * limit is reached, or no agent can carry it out, the run fails with that.
 */
export const mendResult = async (
  parts: CycleParts,
  context: CommitContext<Delivery>,
  broken: readonly ResultChecks[],
) => {
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
  for (const one of broken) {
    number += 1
    await mend(context, cycle, one, number)
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

const mend = async ({ tx, run, now }: CommitContext, cycle: CycleRow, checked: ResultChecks, number: number) => {
  const { rows, work, tasks } = checked
  const repositoryId = work.repository.id
  const checks = namesOf([checked])
  await planTask(tx, {
    id: uuidv7(),
    projectId: cycle.projectId,
    cycleId: cycle.id,
    runId: run.id,
    number,
    now,
    repositoryId,
    title: titleOfMend,
    description: descriptionOfMend({ checks, tasks }),
    branch: refsOf(cycle.id, cycle.runNumber).task(number),
    mend: { checks, log: logsOf(rows) },
  })
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
