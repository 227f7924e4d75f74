import { handle } from '../../../../platform/handler/index.ts'
import { ifNotQueued } from '../../../../platform/jobs/index.ts'
import { aboutCycle as auditSubject, noteStarter } from '../../cycles/index.ts'
import { executeCycle } from '../contract.ts'
import { dispatch, type DispatchParts } from '../../planning/index.ts'

export default (parts: DispatchParts) =>
  handle(executeCycle, async ({ tx, params, query, caller, now, fail, ok }) => {
    if (query.mode === 'desktop') return fail.noDesktop()
    const outcome = await dispatch(tx, parts, params.id, now).catch(ifNotQueued(() => fail.notQueued()))
    if (typeof outcome === 'string') return fail[outcome]()
    const { cycle, run } = outcome
    await noteStarter(tx, run.id, caller.userId)
    return ok(
      { cycleId: cycle.id, runId: run.id, runNumber: run.number, status: cycle.status },
      auditSubject(cycle, { runNumber: run.number }),
    )
  })
