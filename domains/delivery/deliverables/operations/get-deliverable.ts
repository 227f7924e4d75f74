import { isAgency } from '../../../../platform/access/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { findCycle } from '../../cycles/index.ts'
import { tasksOfCycle } from '../../tasks/index.ts'
import { currentOf } from '../content.ts'
import { getDeliverable } from '../contract.ts'
import { findShown } from '../find-shown.ts'
import { presentDeliverable } from '../present.ts'
import { approvalStateOf, progressOf } from '../rules.ts'
import { approvalsOfRevision } from '../store-approvals.ts'

export default handle(getDeliverable, async ({ tx, params, caller, absent, ok }) => {
  const row = (await findShown(tx, params.cycleId, caller)) ?? absent()
  const [cycle, tasks, current, approvals] = await Promise.all([
    findCycle(tx, row.cycleId),
    tasksOfCycle(tx, row.cycleId),
    currentOf(tx, row),
    approvalsOfRevision(tx, row.id, row.submittedRevision),
  ])
  return ok({
    ...presentDeliverable(row, caller.role),
    snapshot: row.content,
    ...(isAgency(caller.role) && { hasChanges: row.revisionHash !== current.hash }),
    progress: progressOf(tasks, cycle?.runId ?? null),
    approval: approvalStateOf(approvals, current),
  })
})
