import { v7 as uuidv7, validate } from 'uuid'
import { handle } from '../../../../platform/handler/index.ts'
import { notifyPerson } from '../../../accounts/letters/index.ts'
import { approvalAuditSubject } from '../audit-subject.ts'
import { currentOf } from '../content.ts'
import { requestDeliverableApproval } from '../contract.ts'
import { presentApprovals } from '../present.ts'
import { insertApproval, isSharedWith } from '../store-approvals.ts'
import { lockDeliverable } from '../store.ts'

export default handle(requestDeliverableApproval, async ({ tx, params, body, caller, now, fail, absent, created }) => {
  const row = (await lockDeliverable(tx, params.cycleId)) ?? absent()
  const { id: deliverableId, projectId, cycleId, submittedRevision: revision, revisionHash } = row
  const { reviewerId } = body
  if (!validate(reviewerId) || !(await isSharedWith(tx, projectId, reviewerId))) return fail.notShared()
  if (row.publishedAt === null || revisionHash === null) return fail.notPublished()
  const current = await currentOf(tx, row)
  if (current.hash !== revisionHash) return fail.changed()
  const asked = { id: uuidv7(), projectId, deliverableId, revision, revisionHash, reviewerId }
  const approval = (await insertApproval(tx, { ...asked, requestedBy: caller.userId, now })) ?? fail.alreadyAsked()
  const about = { kind: 'approval', projectId, cycleId, subjectId: approval.id, title: row.title, now } as const
  await notifyPerson(tx, reviewerId, about, { doneBy: caller.userId })
  const [shown] = await presentApprovals(tx, [approval], { cycleId, current, role: caller.role })
  return created(shown!, approvalAuditSubject(row, approval))
})
