import {
  getApprovalSnapshot,
  getDeliverable,
  listDeliverableApprovals,
} from '../../../../../domains/delivery/deliverables/contract.ts'
import { call, whoAmI } from '../../../api/client.ts'
import { earlierApproval } from '../../../parts/deliverable/approvals.ts'

/** The publication of a deliverable, the new parts for its reader, and its reviewers. */
export const readLinkedApproval = async (cycleId: string, headers: Readonly<Record<string, string>>) => {
  const of = { params: { cycleId } }
  const [me, view, approvals] = await Promise.all([
    whoAmI(),
    call(getDeliverable, of, headers),
    call(listDeliverableApprovals, of, headers),
  ])
  const before = earlierApproval(approvals, me.id, view.submittedRevision)
  const params = before && { cycleId, approvalId: before.id }
  const earlier = params && (await call(getApprovalSnapshot, { params }, headers))
  return { me, view, approvals, headers, earlier }
}

export type LinkedApproval = Awaited<ReturnType<typeof readLinkedApproval>>
