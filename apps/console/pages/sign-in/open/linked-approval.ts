import {
  getApprovalSnapshot,
  getDeliverable,
  listDeliverableApprovals,
} from '../../../../../domains/delivery/deliverables/contract.ts'
import { call, whoAmI } from '../../../api/client.ts'
import { beforeIn } from '../../../parts/deliverable/approvals.ts'

/** What is published of a deliverable, what is new in it for its reader, and whom it asks. */
export const readAsked = async (cycleId: string, headers: Readonly<Record<string, string>>) => {
  const of = { params: { cycleId } }
  const [me, view, approvals] = await Promise.all([
    whoAmI(),
    call(getDeliverable, of, headers),
    call(listDeliverableApprovals, of, headers),
  ])
  const before = beforeIn(approvals, me.id, view.submittedRevision)
  const params = before && { cycleId, approvalId: before.id }
  const earlier = params && (await call(getApprovalSnapshot, { params }, headers))
  return { me, view, approvals, headers, earlier }
}

export type Asked = Awaited<ReturnType<typeof readAsked>>
