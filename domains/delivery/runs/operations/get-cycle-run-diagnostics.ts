import type { Transaction } from '../../../../platform/db/transaction.ts'
import { handle } from '../../../../platform/handler/index.ts'
import type { Diagnostics, Engine } from '../../../../platform/jobs/index.ts'
import { environmentOfRun } from '../../../code/environments/index.ts'
import { skillsTakenBy } from '../../../agents/skills/index.ts'
import { toolServersTakenBy } from '../../../agents/tool-servers/index.ts'
import { failureFor, tasksOfCycle, type TaskRow } from '../../tasks/index.ts'
import { getCycleRunDiagnostics } from '../contract.ts'
import { isResumable, presentRun, type ShownStep, stepsOf } from '../../planning/index.ts'
import { findCycle } from '../../cycles/index.ts'

export default (engine: Engine) =>
  handle(getCycleRunDiagnostics, async ({ tx, params, caller, absent, fail, ok }) => {
    const cycle = (await findCycle(tx, params.id)) ?? absent()
    const found = cycle.runId ? await engine.diagnostics(tx, cycle.runId) : undefined
    if (!found) return fail.noRun()
    const tasks = (await tasksOfCycle(tx, cycle.id)).filter(({ runId }) => runId === found.run.id)
    const { from } = await environmentOfRun(tx, found.run.id)
    const given = {
      environments: [...from],
      skills: await skillsTakenBy(tx, found.run.id),
      toolServers: await toolServersTakenBy(tx, found.run.id),
    }
    const steps = [...stepsOf(found, null), ...(await stepsOfTasks(engine, tx, tasks))].sort(newestFirst)
    const carriedOutBy = tasks.find(({ agent }) => agent !== null)?.agent ?? null
    return ok({
      ...presentRun(found),
      ...given,
      carriedOutBy,
      steps: steps.slice(0, stepsMost),
      engineStatus: engineStatus(found),
      failure: failureFor(cycle.failure, caller.role),
    })
  })

const stepsMost = 100

/** A run that waits for its tasks has the status of the first of those that wait. */
const engineStatus = ({ run, queue, parked }: Diagnostics) => {
  const waiting = queue ? undefined : (parked.find(isResumable) ?? parked.find((one) => one.run.id === run.id))
  return waiting ? `parked: ${waiting.kind}` : (queue?.state ?? run.status)
}

const stepsOfTasks = async (engine: Engine, tx: Transaction, tasks: readonly TaskRow[]) => {
  const found: ShownStep[] = []
  for (const { id, ownRunId } of tasks) {
    const own = ownRunId && (await engine.diagnostics(tx, ownRunId))
    if (own) found.push(...stepsOf(own, id))
  }
  return found
}

const newestFirst = (one: ShownStep, other: ShownStep) => begunAt(other) - begunAt(one)
const begunAt = ({ startedAt }: ShownStep) => startedAt?.getTime() ?? Number.MAX_SAFE_INTEGER
