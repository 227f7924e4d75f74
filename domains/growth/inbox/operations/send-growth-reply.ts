import { handle } from '../../../../platform/handler/index.ts'
import { sendByHand } from '../../sending/index.ts'
import { sendGrowthReply } from '../contract.ts'
import type { InboxParts } from '../parts.ts'
import { presentReply } from '../present.ts'

export default (parts: InboxParts) =>
  handle(sendGrowthReply, async ({ workspace, params: { leadId }, body: { body }, caller, commit, absent, fail }) => {
    if (!parts.vault.available) return fail.noVault()
    const sent = await sendByHand(parts, workspace, { leadId, body, userId: caller.userId })
    if ('refusal' in sent) return sent.refusal === 'absent' ? absent() : fail[sent.refusal]()
    const { message } = sent
    if (message.status === 'refused') return fail.refused()
    if (message.status === 'cancelled') return message.failure === 'opted_out' ? fail.opted_out() : fail.suppressed()
    return commit(async ({ created, accepted }) => {
      const about = {
        resource: ['growth_message', message.id],
        parent: ['growth_project', message.growthProjectId],
        metadata: { leadId, status: message.status },
      } as const
      const reply = presentReply(message)
      return reply.status === 'sent' ? created(reply, about) : accepted(reply, about)
    })
  })
