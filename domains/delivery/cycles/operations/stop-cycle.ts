import { handle } from '../../../../platform/handler/index.ts'
import type { Engine } from '../../../../platform/jobs/index.ts'
import { auditSubject } from '../audit-subject.ts'
import { closeRequestsOfRun } from '../close-requests.ts'
import { stopCycle } from '../contract.ts'
import { moveCycle } from '../move.ts'
import { presentCycle } from '../present.ts'

export default (engine: Engine) =>
  handle(stopCycle, async ({ tx, params, caller, now, fail, ok }) => {
    const cycle = (await moveCycle(tx, params.id, 'stop', now)) ?? fail.notActive()
    await closeRequestsOfRun(tx, cycle.runId!, now, { userId: caller.userId, decision: 'The run was stopped.' })
    await engine.cancel(tx, cycle.runId!)
    return ok(presentCycle(cycle, caller), auditSubject(cycle, { runNumber: cycle.runNumber }))
  })
