import { handle } from '../../../../platform/handler/index.ts'
import { ifNotQueued } from '../../../../platform/jobs/index.ts'
import { aboutCycle as auditSubject, noteStarter } from '../../cycles/index.ts'
import { executeCycle } from '../contract.ts'
import type { CycleParts } from '../../workbench/index.ts'
import { dispatch, type DispatchParts } from '../../planning/index.ts'

export default (parts: DispatchParts & Pick<CycleParts, 'agentDesktop'>) =>
  handle(executeCycle, async ({ tx, params, query, caller, now, fail, ok }) => {
    const outcome = await dispatch(tx, parts, params.id, now).catch(ifNotQueued(() => fail.notQueued()))
    if (typeof outcome === 'string') return fail[outcome]()
    const { cycle, run } = outcome
    const hasDesktop = query.mode === 'desktop'
    const { unavailable: reason } = parts.agentDesktop
    if (hasDesktop && reason !== undefined) return fail.noDesktop({ reason })
    await noteStarter(tx, run.id, { userId: caller.userId, hasDesktop })
    return ok(
      { cycleId: cycle.id, runId: run.id, runNumber: run.number, status: cycle.status },
      auditSubject(cycle, { runId: run.id, runNumber: run.number, mode: query.mode ?? 'sandbox' }),
    )
  })
