import { pageMost } from '../../../../platform/contract/index.ts'
import { cursorOf } from '../../../../platform/db/page.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { listGrowthMessages } from '../contract.ts'
import { showMessages } from '../show-messages.ts'
import { messagePage } from '../store-drafts.ts'

export default handle(listGrowthMessages, async ({ tx, params, query, next, ok }) => {
  const { cursor, limit = pageMost, playId: growthPlayId = null, leadId = null, status = null } = query
  const choice = { growthProjectId: params.projectId, growthPlayId, leadId, status }
  const page = await messagePage(tx, choice, cursorOf(cursor), limit)
  next(page.next)
  return ok(await showMessages(tx, page.rows))
})
