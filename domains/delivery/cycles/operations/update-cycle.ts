import { handle } from '../../../../platform/handler/index.ts'
import { auditSubject } from '../audit-subject.ts'
import { updateCycle } from '../contract.ts'
import { forgetPlanChanges } from '../../tasks/index.ts'
import { presentCycle } from '../present.ts'
import { updateCycleRow } from '../store-drafts.ts'

export default handle(updateCycle, async ({ tx, params, body, caller, now, fail, ok }) => {
  const cycle = (await updateCycleRow(tx, params.id, body, now)) ?? fail.active()
  // Another request is planned anew.
  if (body.description !== undefined && cycle.runId) await forgetPlanChanges(tx, cycle.id, cycle.runId)
  return ok(presentCycle(cycle, caller), auditSubject(cycle, { fields: Object.keys(body) }))
})
