import { handle } from '../../../../platform/handler/index.ts'
import { decideDeliverableApproval } from '../contract.ts'
import { openApproval, recordDecision } from '../take-decision.ts'

export default handle(decideDeliverableApproval, async ({ tx, params, body, caller, now, fail, absent, ok }) => {
  const open = await openApproval(tx, params, caller.userId)
  if (open === 'absent') return absent()
  if (typeof open === 'string') return fail[open]()
  const { decision, comment = null } = body
  const { answer, subject } = (await recordDecision(tx, open, { decision, comment, now })) ?? fail.decided()
  return ok(answer, subject)
})
