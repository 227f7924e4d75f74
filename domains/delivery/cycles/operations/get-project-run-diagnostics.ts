import { handle } from '../../../../platform/handler/index.ts'
import type { Diagnostics, Engine } from '../../../../platform/jobs/index.ts'
import { shownFailure } from '../../tasks/index.ts'
import { getProjectRunDiagnostics } from '../contract.ts'
import { findProjectRun } from '../project-run/store.ts'

/** Of a run that carries nothing out itself: what agents were given is told by the runs of its cycles. */
const givenNothing = { environments: [], skills: [], toolServers: [], carriedOutBy: null }

export default (engine: Engine) =>
  handle(getProjectRunDiagnostics, async ({ tx, params: { id }, caller, fail, ok }) => {
    const own = await findProjectRun(tx, id)
    const found = own && (await engine.diagnostics(tx, own.runId))
    if (!found) return fail.noRun()
    const { run } = found
    return ok({
      ...givenNothing,
      ...{ runId: run.id, runNumber: run.number, status: run.status, engineStatus: engineStatus(found) },
      failure: shownFailure(run.failure, caller.role),
      parked: found.parked.filter(isResumable).map(({ kind, labels, since, details }) => ({
        ...{ kind, labels: [...labels], since, taskId: null },
        details: details as Record<string, unknown>,
      })),
      steps: found.steps.map(({ seq, name, status, attempt, worker, error, startedAt, endedAt }) => ({
        ...{ seq, name, taskId: null, status, attempt, worker, startedAt, endedAt },
        error: error?.message ?? null,
      })),
      startedAt: run.createdAt,
      endedAt: run.endedAt,
    })
  })

/** What waits for other runs goes on with them: nobody resumes it. */
const isResumable = ({ kind }: Diagnostics['parked'][number]) => kind !== 'change'

const engineStatus = ({ run, queue, parked }: Diagnostics) => {
  const own = parked.find((waiting) => waiting.run.id === run.id)
  return own ? `parked: ${own.kind}` : (queue?.state ?? run.status)
}
