import { pageMost } from '../../../../platform/contract/index.ts'
import { cursorOf } from '../../../../platform/db/page.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { listAgents } from '../contract.ts'
import { builtInAgents, madeAgent, presentAgent, type ShownAgent } from '../present.ts'
import { agentPage } from '../store.ts'

export default handle(listAgents, async ({ tx, caller, query, next, ok }) => {
  const { projectId, cursor, limit = pageMost } = query
  const oldest = (await builtInAgents(tx)).filter(({ deactivatedAt }) => deactivatedAt === null)
  const filter = { projectId, only: caller.projectIds }
  const page = await agentPage<ShownAgent>(tx, cursorOf(cursor), limit, filter, madeAgent, oldest)
  next(page.next, page.count)
  return ok(page.rows.map(presentAgent))
})
