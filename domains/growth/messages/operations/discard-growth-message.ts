import { handle } from '../../../../platform/handler/index.ts'
import { lockLead } from '../../leads/index.ts'
import { discardGrowthMessage } from '../contract.ts'
import { letNextFollow } from '../follow-sequence.ts'
import { showMessage } from '../show-messages.ts'
import { discardMessage } from '../store-drafts.ts'
import { findMessage } from '../store-thread.ts'

export default handle(discardGrowthMessage, async ({ tx, params, now, absent, fail, ok }) => {
  const found = (await findMessage(tx, params.messageId)) ?? absent()
  await lockLead(tx, found.leadId)
  const discarded = (await discardMessage(tx, found.id)) ?? fail.notWaiting()
  // The next mail, which waited for this one alone, follows at its time.
  if (discarded.dueAt !== null) await letNextFollow(tx, discarded, now)
  return ok(await showMessage(tx, discarded), {
    resource: ['growth_message', found.id],
    parent: ['growth_project', found.growthProjectId],
    metadata: { step: found.step },
  })
})
