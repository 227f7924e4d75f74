import type { Caller } from '../../../../platform/access/index.ts'
import type { Static } from '../../../../platform/contract/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import type { Diagnostics, Engine } from '../../../../platform/jobs/index.ts'
import { environmentOfRun } from '../../../code/environments/index.ts'
import { skillsTakenBy } from '../../../code/skills/index.ts'
import { toolServersTakenBy } from '../../../code/tool-servers/index.ts'
import { shownFailure, tasksOfCycle } from '../../tasks/index.ts'
import { getCycleRunDiagnostics, type RunDiagnostics } from '../contract.ts'
import { findCycle } from '../store.ts'
import type { CycleRow } from '../tables.ts'

export default (engine: Engine) =>
  handle(getCycleRunDiagnostics, async ({ tx, params, caller, absent, fail, ok }) => {
    const cycle = (await findCycle(tx, params.id)) ?? absent()
    const found = cycle.runId ? await engine.diagnostics(tx, cycle.runId) : undefined
    if (!found) return fail.noRun()
    const { run } = found
    const task = (await tasksOfCycle(tx, cycle.id)).find(({ runId }) => runId === run.id)
    const { from } = await environmentOfRun(tx, run.id)
    const given = {
      environments: [...from],
      skills: await skillsTakenBy(tx, run.id),
      toolServers: await toolServersTakenBy(tx, run.id),
    }
    return ok({ ...present(cycle, caller, found), ...given, carriedOutBy: task?.agent ?? null })
  })

const present = (
  cycle: CycleRow,
  caller: Pick<Caller, 'role'>,
  { run, steps, queue, parked }: Diagnostics,
): Omit<Static<typeof RunDiagnostics>, 'environments' | 'skills' | 'toolServers' | 'carriedOutBy'> => ({
  runId: run.id,
  runNumber: run.number,
  status: run.status,
  engineStatus: engineStatus(run, queue, parked),
  failure: shownFailure(cycle.failure, caller.role),
  parked: parked.map(({ kind, labels, since, details }) => ({
    ...{ kind, labels: [...labels], since },
    details: details as Record<string, unknown>,
  })),
  steps: steps.map(({ seq, name, status, attempt, worker, error, startedAt, endedAt }) => ({
    seq,
    name,
    status,
    attempt,
    worker,
    error: error?.message ?? null,
    startedAt,
    endedAt,
  })),
  startedAt: run.createdAt,
  endedAt: run.endedAt,
})

const engineStatus = (run: Diagnostics['run'], queue: Diagnostics['queue'], parked: Diagnostics['parked']) => {
  const own = parked.find((waiting) => waiting.run.id === run.id)
  return own ? `parked: ${own.kind}` : (queue?.state ?? run.status)
}
