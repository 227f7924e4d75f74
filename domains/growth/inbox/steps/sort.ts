import { finish } from '../../../../platform/jobs/index.ts'
import { lockLead, saveReplyIntent } from '../../leads/index.ts'
import { findMessage, recordLeadRefusal, newestInbound, sortMessage } from '../../messages/index.ts'
import { askIntent } from '../ask-intent.ts'
import type { WriterParts } from '../../settings/index.ts'
import { replyRun } from '../graph.ts'

/** Asks a model for the wish in a reply. A person's decision in between stays. */
export const sortStep = (parts: WriterParts) =>
  replyRun.step('sort', {
    effect: async (context) => {
      const message = await context.read((tx) => findMessage(tx, { id: context.run.subjectId }))
      if (message?.intent !== null) return { intent: null }
      return { intent: (await askIntent(parts, context, message)) ?? null }
    },
    commit: async ({ tx, run }, { intent }) => {
      const message = intent === null ? undefined : await findMessage(tx, { id: run.subjectId })
      if (!message || intent === null) return finish()
      await lockLead(tx, { id: message.leadId })
      const sorted = await sortMessage(tx, { id: message.id, intent, by: 'model' })
      if (sorted) await recordLeadRefusal(tx, message.leadId, { from: null, to: intent }, await tx.now())
      if (sorted && (await newestInbound(tx, { leadId: message.leadId }))?.id === message.id)
        await saveReplyIntent(tx, { id: message.leadId, intent })
      return finish()
    },
  })
