import { validate } from 'uuid'
import { handle } from '../../../../platform/handler/index.ts'
import { getDeliverableDecision } from '../contract.ts'
import { findApproval } from '../store-approvals.ts'
import { findSigned } from '../store-signatures.ts'
import { findDeliverable } from '../store.ts'

export default handle(getDeliverableDecision, async ({ tx, params, fail, absent, ok }) => {
  const row = (await findDeliverable(tx, params.cycleId)) ?? absent()
  const asked = validate(params.approvalId) ? await findApproval(tx, row.id, params.approvalId) : undefined
  const signed = (await findSigned(tx, (asked ?? absent()).id)) ?? fail.notSigned()
  const { statement, snapshot, comment, publicKey, credentialId, authenticatorData, clientData, signature } = signed
  return ok({
    statement,
    snapshot,
    comment,
    publicKey,
    credentialId,
    authenticatorData,
    signature,
    clientDataJson: clientData,
  })
})
