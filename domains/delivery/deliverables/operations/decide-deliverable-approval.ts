import { validate } from 'uuid'
import { handle } from '../../../../platform/handler/index.ts'
import { findProject } from '../../../code/projects/index.ts'
import { aboutApproval } from '../about.ts'
import { currentOf } from '../content.ts'
import { decideDeliverableApproval } from '../contract.ts'
import { obstacleTo, shippingOf } from '../rules.ts'
import { decideApproval, findApproval } from '../store-approvals.ts'
import { lockDeliverable } from '../store.ts'

export default handle(decideDeliverableApproval, async ({ tx, params, body, caller, now, fail, absent, ok }) => {
  const row = (await lockDeliverable(tx, params.cycleId)) ?? absent()
  const asked = validate(params.approvalId) ? await findApproval(tx, row.id, params.approvalId) : undefined
  if (!asked) return absent()
  if (asked.reviewerId !== caller.userId) return fail.notReviewer()
  const obstacle = obstacleTo(asked, await currentOf(tx, row))
  if (obstacle) return fail[obstacle]()
  const { decision, comment = null } = body
  const decided = (await decideApproval(tx, asked.id, { decision, comment, now })) ?? fail.decided()
  const policy = (await findProject(tx, row.projectId))?.runtime.delivery
  const { id: approvalId, projectId, deliverableId, revision, revisionHash, reviewerId } = decided
  const { shipped, reason } = shippingOf(decision, policy?.onApproval)
  return ok(
    {
      ...{ approvalId, projectId, cycleId: row.cycleId, deliverableId, revision, revisionHash, reviewerId },
      ...{ decision, comment, decidedAt: now, shipped, reason },
    },
    aboutApproval(row, decided, { decision, shipped }),
  )
})
