import { handle } from '../../../../platform/handler/index.ts'
import type { Diagnostics, Engine } from '../../../../platform/jobs/index.ts'
import { failureFor } from '../../tasks/index.ts'
import { getProjectRunDiagnostics } from '../contract.ts'
import { stepsOf, presentRun } from '../present-run.ts'
import { findProjectRun } from '../project-run/store.ts'

/** For a run without tasks of its own: the runs of its cycles report what agents were given. */
const givenNothing = { environments: [], skills: [], toolServers: [], carriedOutBy: null }

export default (engine: Engine) =>
  handle(getProjectRunDiagnostics, async ({ tx, params: { id }, caller, fail, ok }) => {
    const own = await findProjectRun(tx, id)
    const found = own && (await engine.diagnostics(tx, own.runId))
    if (!found) return fail.noRun()
    return ok({
      ...givenNothing,
      ...presentRun(found),
      engineStatus: engineStatus(found),
      steps: stepsOf(found, null),
      failure: failureFor(found.run.failure, caller.role),
    })
  })

const engineStatus = ({ run, queue, parked }: Diagnostics) => {
  const own = parked.find((waiting) => waiting.run.id === run.id)
  return own ? `parked: ${own.kind}` : (queue?.state ?? run.status)
}
