import { handle } from '../../../../platform/handler/index.ts'
import { decideDeliverableApproval } from '../contract.ts'
import type { ShippingParts } from '../parts.ts'
import { openApproval, recordDecision } from '../take-decision.ts'

export default (parts: ShippingParts) =>
  handle(decideDeliverableApproval, async ({ tx, params, body, caller, now, fail, absent, ok }) => {
    const open = await openApproval(tx, params, caller.userId)
    if (open === 'absent') return absent()
    if (typeof open === 'string') return fail[open]()
    const { decision, comment = null } = body
    const { answer, subject } = (await recordDecision(tx, parts, open, { decision, comment, now })) ?? fail.decided()
    return ok(answer, subject)
  })
