import { v7 as uuidv7, validate } from 'uuid'
import { handle } from '../../../../platform/handler/index.ts'
import { approvalAuditSubject } from '../audit-subject.ts'
import { currentOf } from '../content.ts'
import { reopenDeliverableDecision } from '../contract.ts'
import { presentApprovals } from '../present.ts'
import { reopenObstacle } from '../rules.ts'
import { findApproval, insertApproval } from '../store-approvals.ts'
import { lockDeliverable } from '../store.ts'

export default handle(reopenDeliverableDecision, async ({ tx, params, caller, now, fail, absent, created }) => {
  const { cycleId, approvalId } = params
  const row = (await lockDeliverable(tx, cycleId)) ?? absent()
  const decided = (validate(approvalId) ? await findApproval(tx, row.id, approvalId) : undefined) ?? absent()
  if (decided.reviewerId !== caller.userId) return fail.notReviewer()
  const current = await currentOf(tx, row)
  const obstacle = reopenObstacle(decided, current)
  if (obstacle) return fail[obstacle]()
  const { projectId, deliverableId, revision, revisionHash, reviewerId } = decided
  const asked = { id: uuidv7(), projectId, deliverableId, revision, revisionHash, reviewerId }
  const approval = (await insertApproval(tx, { ...asked, requestedBy: caller.userId, now })) ?? fail.alreadyAsked()
  const [shown] = await presentApprovals(tx, [approval], { cycleId, current, role: caller.role })
  const first = { reopens: decided.id, firstDecision: decided.decision }
  return created(shown!, approvalAuditSubject(row, approval, first))
})
