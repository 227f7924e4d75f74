import { record } from '../../../../platform/audit/index.ts'
import type { Caller } from '../../../../platform/access/index.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { lockLead } from '../../leads/index.ts'
import { findGrowthProject } from '../../research/index.ts'
import { approve } from '../approve-draft.ts'
import { approveGrowthMessages } from '../contract.ts'
import { messagesById } from '../store-drafts.ts'
import { lockMessage } from '../store-thread.ts'
import type { MessageRow } from '../tables.ts'

const codes = { notDraft: 'growth_message_not_draft', unresolved: 'growth_citation_unresolved' } as const

export default handle(approveGrowthMessages, async ({ tx, params, body, caller, now, absent, fail, ok }) => {
  const project = (await findGrowthProject(tx, params.projectId)) ?? absent()
  if (project.archivedAt !== null) return fail.archived()
  // Leads are locked in one order, so that two callers never wait for each other.
  const found = await messagesById(tx, project.id, body.messageIds)
  const refused = body.messageIds
    .filter((id) => !found.some((message) => message.id === id))
    .map((id) => ({ id, code: 'not_found' as 'not_found' | (typeof codes)[keyof typeof codes] }))
  let approved = 0
  for (const { id, leadId } of found) {
    const lead = await lockLead(tx, leadId)
    const message = await lockMessage(tx, id)
    const outcome = lead && message ? await approve(tx, message, lead, { userId: caller.userId, now }) : 'notDraft'
    if (typeof outcome === 'string') {
      refused.push({ id, code: codes[outcome] })
      continue
    }
    recordApproval(tx, caller, outcome)
    approved += 1
  }
  return ok({ approved, refused })
})

const recordApproval = (tx: Transaction, { actor, source }: Caller, { id, step, growthProjectId }: MessageRow) =>
  record(
    tx,
    {
      action: 'growth_message.approve',
      category: 'update',
      outcome: 'success',
      actor,
      source,
      resource: ['growth_message', id],
      parent: ['growth_project', growthProjectId],
      details: { step, isEdited: false },
    },
    { name: 'growth_message.approved', entity: ['growth_message', id], payload: { growthProjectId, step } },
  )
