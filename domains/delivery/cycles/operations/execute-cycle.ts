import { handle } from '../../../../platform/contract/index.ts'
import type { Engine } from '../../../../platform/jobs/index.ts'
import { about } from '../about.ts'
import { executeCycle } from '../contract.ts'
import { dispatch } from '../dispatch.ts'

export default (engine: Engine) =>
  handle(executeCycle, async ({ tx, params, query, now, fail, ok }) => {
    if (query.mode === 'desktop') return fail.noDesktop()
    const outcome = await dispatch(tx, engine, params.id, now).catch(() => 'lost' as const)
    if (outcome === 'lost') return fail.notQueued()
    const { cycle, run } = outcome ?? fail.notExecutable()
    return ok(
      { cycleId: cycle.id, runId: run.id, runNumber: run.number, status: cycle.status },
      about(cycle, { runNumber: run.number }),
    )
  })
