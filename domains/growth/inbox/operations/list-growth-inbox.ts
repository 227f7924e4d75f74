import { pageMost } from '../../../../platform/contract/index.ts'
import { cursorOf } from '../../../../platform/db/page.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { leadThreads } from '../../leads/index.ts'
import { leadIdsUndecided, newestMessages } from '../../messages/index.ts'
import { listGrowthInbox } from '../contract.ts'
import { presentThread } from '../present.ts'

export default handle(listGrowthInbox, async ({ tx, params, query, next, ok }) => {
  const { cursor, limit = pageMost, replied, intent = null, needsDecision } = query
  const ids = needsDecision === 'true' ? await leadIdsUndecided(tx, params.projectId) : null
  const filter = { isReplied: replied === 'true', intent, ids }
  const page = await leadThreads(tx, params.projectId, filter, cursorOf(cursor), limit)
  const newest = await newestMessages(
    tx,
    page.rows.map(({ id }) => id),
  )
  const byLead = new Map(newest.map((message) => [message.leadId, message]))
  next(page.next)
  return ok(page.rows.map((lead) => presentThread(lead, byLead.get(lead.id))))
})
