import { validate } from 'uuid'
import { isAgency } from '../../../../platform/access/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { getApprovalSnapshot } from '../contract.ts'
import { findShown } from '../find-shown.ts'
import { findApproval, snapshotOf } from '../store-approvals.ts'

export default handle(getApprovalSnapshot, async ({ tx, params, caller, absent, ok }) => {
  const row = (await findShown(tx, params.cycleId, caller)) ?? absent()
  const asked = validate(params.approvalId) ? await findApproval(tx, row.id, params.approvalId) : undefined
  const { id, reviewerId, revision, revisionHash } = asked ?? absent()
  // Beside the newest snapshot, a client reads none but those that were put before them.
  if (!isAgency(caller.role) && reviewerId !== caller.userId) return absent()
  const { content: snapshot, publishedAt } = await snapshotOf(tx, row.id, revision)
  return ok({ approvalId: id, revision, revisionHash, snapshot, publishedAt })
})
