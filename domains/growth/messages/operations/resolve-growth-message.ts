import { handle } from '../../../../platform/handler/index.ts'
import { lockLead, markContacted } from '../../leads/index.ts'
import { resolveGrowthMessage } from '../contract.ts'
import { letNextFollow } from '../follow-sequence.ts'
import { showMessage } from '../show-messages.ts'
import { resolveMessage } from '../store-drafts.ts'
import { findMessage } from '../store-thread.ts'

export default handle(resolveGrowthMessage, async ({ tx, params, body, caller, now, absent, fail, ok }) => {
  const found = (await findMessage(tx, params.messageId)) ?? absent()
  await lockLead(tx, found.leadId)
  const { delivered: isDelivered } = body
  const resolution = { id: found.id, isDelivered, userId: caller.userId, now }
  const resolved = (await resolveMessage(tx, resolution)) ?? fail.notUnknown()
  if (isDelivered) {
    await markContacted(tx, resolved.leadId, resolved.sentAt!)
    await letNextFollow(tx, resolved, now)
  }
  return ok(await showMessage(tx, resolved), {
    resource: ['growth_message', found.id],
    parent: ['growth_project', found.growthProjectId],
    metadata: { isDelivered },
  })
})
