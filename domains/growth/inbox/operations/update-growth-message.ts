import { handle } from '../../../../platform/handler/index.ts'
import { lockLead } from '../../leads/index.ts'
import { findMessage, lockMessage } from '../../messages/index.ts'
import { updateGrowthMessage } from '../contract.ts'
import type { InboxParts } from '../parts.ts'
import { presentMessage } from '../present.ts'
import { sortByHand } from '../sort-by-hand.ts'

export default ({ vault }: Pick<InboxParts, 'vault'>) =>
  handle(updateGrowthMessage, async ({ tx, params, body: { intent }, caller, now, absent, fail, ok }) => {
    const found = (await findMessage(tx, params.messageId)) ?? absent()
    if (found.direction === 'out') return fail.notReceived()
    if (intent === 'unsubscribe' && !vault.available) return fail.noVault()
    const lead = (await lockLead(tx, found.leadId)) ?? absent()
    const before = (await lockMessage(tx, found.id)) ?? absent()
    const isRepeated = before.intent === intent && before.intentBy === 'person'
    const by = { actor: caller.actor, source: caller.source }
    const message = isRepeated ? before : await sortByHand(tx, vault, lead, before, intent, by, now)
    return ok(presentMessage(message), {
      resource: ['growth_message', message.id],
      parent: ['growth_project', message.growthProjectId],
      metadata: { leadId: lead.id, from: before.intent, to: intent },
      ...(isRepeated && { repeated: true }),
    })
  })
