import type { Caller } from '../../../../platform/access/index.ts'
import type { Static } from '../../../../platform/contract/index.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { handle } from '../../../../platform/handler/index.ts'
import type { Diagnostics, Engine } from '../../../../platform/jobs/index.ts'
import { environmentOfRun } from '../../../code/environments/index.ts'
import { skillsTakenBy } from '../../../code/skills/index.ts'
import { toolServersTakenBy } from '../../../code/tool-servers/index.ts'
import { shownFailure, tasksOfCycle, type TaskRow } from '../../tasks/index.ts'
import { getCycleRunDiagnostics, type RunDiagnostics } from '../contract.ts'
import { findCycle } from '../store.ts'
import type { CycleRow } from '../tables.ts'

export default (engine: Engine) =>
  handle(getCycleRunDiagnostics, async ({ tx, params, caller, absent, fail, ok }) => {
    const cycle = (await findCycle(tx, params.id)) ?? absent()
    const found = cycle.runId ? await engine.diagnostics(tx, cycle.runId) : undefined
    if (!found) return fail.noRun()
    const { run } = found
    const tasks = (await tasksOfCycle(tx, cycle.id)).filter(({ runId }) => runId === run.id)
    const { from } = await environmentOfRun(tx, run.id)
    const given = {
      environments: [...from],
      skills: await skillsTakenBy(tx, run.id),
      toolServers: await toolServersTakenBy(tx, run.id),
    }
    const steps = [...stepsOf(found, null), ...(await stepsOfTasks(engine, tx, tasks))].sort(newestFirst)
    const carriedOutBy = tasks.find(({ agent }) => agent !== null)?.agent ?? null
    return ok({ ...present(cycle, caller, found), ...given, carriedOutBy, steps: steps.slice(0, stepsMost) })
  })

type Shown = Static<typeof RunDiagnostics>
type ShownStep = Shown['steps'][number]

const stepsMost = 100

const present = (
  cycle: CycleRow,
  caller: Pick<Caller, 'role'>,
  { run, queue, parked }: Diagnostics,
): Omit<Shown, 'environments' | 'skills' | 'toolServers' | 'carriedOutBy' | 'steps'> => ({
  runId: run.id,
  runNumber: run.number,
  status: run.status,
  engineStatus: engineStatus(run, queue, parked),
  failure: shownFailure(cycle.failure, caller.role),
  parked: parked.filter(isResumable).map((waiting) => ({
    ...{ kind: waiting.kind, labels: [...waiting.labels], since: waiting.since },
    taskId: waiting.run.kind === 'task' ? waiting.run.subjectId : null,
    details: waiting.details as Record<string, unknown>,
  })),
  startedAt: run.createdAt,
  endedAt: run.endedAt,
})

type Parked = Diagnostics['parked'][number]

/** What waits for other runs goes on with them: nobody resumes it. */
const isResumable = ({ kind }: Parked) => kind !== 'change'

/** What waits for its tasks stands where the first of those does that wait. */
const engineStatus = (run: Diagnostics['run'], queue: Diagnostics['queue'], parked: Diagnostics['parked']) => {
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

const stepsOf = ({ steps }: Diagnostics, taskId: string | null): ShownStep[] =>
  steps.map(({ seq, name, status, attempt, worker, error, startedAt, endedAt }) => ({
    ...{ seq, name, taskId, status, attempt, worker, startedAt, endedAt },
    error: error?.message ?? null,
  }))

const newestFirst = (one: ShownStep, other: ShownStep) => begunAt(other) - begunAt(one)
const begunAt = ({ startedAt }: ShownStep) => startedAt?.getTime() ?? Number.MAX_SAFE_INTEGER
