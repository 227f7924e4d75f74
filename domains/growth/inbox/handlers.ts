import { isAdministrator } from '../../../platform/access/index.ts'
import { pageMost } from '../../../platform/contract/index.ts'
import type { Vault } from '../../../platform/crypto/index.ts'
import { cursorOf } from '../../../platform/db/page.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { handle } from '../../../platform/handler/index.ts'
import { findLead, presentLead, leadThreads, lockLead, type LeadRow, saveReplyIntent } from '../leads/index.ts'
import {
  findLeadThread,
  leadIdsUndecided,
  newestMessages,
  findMessage,
  lockMessage,
  revertOptOut,
  type EndedBy,
  endMail,
  recordLeadRefusal,
  type MessageIntent,
  type MessageRow,
  newestInbound,
  sortMessage,
  stopSequence,
} from '../messages/index.ts'
import { sendByHand } from '../sending/index.ts'
import { suppressDomain } from '../suppression/index.ts'
import type { InboxParts } from './ask-intent.ts'
import * as contract from './contract.ts'
import { presentMessage, presentThread, presentReply } from './present.ts'
import { isWrittenByPerson } from './rules.ts'

/** Sorts an incoming mail by a person's choice; its lead is locked. Throws VaultUnavailable for `unsubscribe`. */
const sortByHand = async (
  tx: Transaction,
  vault: Vault,
  lead: LeadRow,
  { id, senderAddress, intent: from }: MessageRow,
  intent: MessageIntent,
  by: EndedBy,
  now: Date,
): Promise<MessageRow> => {
  const sorted = (await sortMessage(tx, { id, intent, by: 'person' }))!
  if ((await newestInbound(tx, { leadId: lead.id }))?.id === id) await saveReplyIntent(tx, { id: lead.id, intent })
  await recordLeadRefusal(tx, lead.id, { from, to: intent }, now)
  if (intent === 'unsubscribe')
    await endMail(tx, vault, lead, { source: 'unsubscribe', alsoFrom: senderAddress, by, now })
  // If a rule took a person's answer for a program's, the sequence has continued until now.
  else if (isWrittenByPerson(intent)) await stopSequence(tx, lead.id, 'replied', now)
  return sorted
}

const getGrowthThread = handle(contract.getGrowthThread, async ({ tx, params: { leadId }, absent, ok }) => {
  const lead = (await findLead(tx, { id: leadId })) ?? absent()
  return ok({ lead: presentLead(lead), messages: (await findLeadThread(tx, leadId)).map(presentMessage) })
})

const listGrowthInbox = handle(contract.listGrowthInbox, async ({ tx, params, query, next, ok }) => {
  const { cursor, limit = pageMost, replied, intent = null, needsDecision } = query
  const ids = needsDecision === 'true' ? await leadIdsUndecided(tx, params.projectId) : null
  const filter = { isReplied: replied === 'true', intent, ids }
  const page = await leadThreads(tx, params.projectId, filter, cursorOf(cursor), limit)
  const newest = await newestMessages(tx, { leadIds: page.rows.map(({ id }) => id) })
  const byLead = new Map(newest.map((message) => [message.leadId, message]))
  next(page.next)
  return ok(page.rows.map((lead) => presentThread(lead, byLead.get(lead.id))))
})

const sendGrowthReply = (parts: InboxParts) =>
  handle(
    contract.sendGrowthReply,
    async ({ workspace, params: { leadId }, body: { body }, caller, commit, absent, fail }) => {
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
    },
  )

const updateGrowthMessage = ({ vault }: Pick<InboxParts, 'vault'>) =>
  handle(
    contract.updateGrowthMessage,
    async ({ tx, params, body: { intent, takeBackReason }, caller, now, absent, fail, ok }) => {
      const found = (await findMessage(tx, { id: params.messageId })) ?? absent()
      if (found.direction === 'out') return fail.notReceived()
      if (intent === 'unsubscribe' && !vault.available) return fail.noVault()
      const lead = (await lockLead(tx, { id: found.leadId })) ?? absent()
      if (takeBackReason !== undefined) {
        if (!isAdministrator(caller.role)) return fail.forAdministrators()
        if (intent === 'unsubscribe' || lead.optOutMessageId !== found.id) return fail.optOutLasts()
      }
      const before = (await lockMessage(tx, { id: found.id })) ?? absent()
      const { heldDomain } = before
      if (heldDomain !== null && intent === 'unsubscribe') await suppressDomain(tx, vault, heldDomain, caller.userId)
      const isSorted = before.intent === intent && before.intentBy === 'person' && heldDomain === null
      const isRepeated = isSorted && takeBackReason === undefined
      const by = { actor: caller.actor, source: caller.source }
      const message = isSorted ? before : await sortByHand(tx, vault, lead, before, intent, by, now)
      if (takeBackReason !== undefined) await revertOptOut(tx, lead, before, { reason: takeBackReason, by })
      const change = { leadId: lead.id, from: before.intent, to: intent }
      const metadata = { ...change, ...(heldDomain !== null && { isOfCompany: true }) }
      return ok(presentMessage(message), {
        resource: ['growth_message', message.id],
        parent: ['growth_project', message.growthProjectId],
        metadata,
        ...(isRepeated && { repeated: true }),
      })
    },
  )

export default (parts: InboxParts) => ({
  listGrowthInbox,
  getGrowthThread,
  sendGrowthReply: sendGrowthReply(parts),
  updateGrowthMessage: updateGrowthMessage(parts),
})
