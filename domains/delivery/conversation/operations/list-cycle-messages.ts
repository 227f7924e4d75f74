import { validate } from 'uuid'
import { pageMost } from '../../../../platform/contract/index.ts'
import { cursorOf } from '../../../../platform/db/page.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { messagePage } from '../store-cycle.ts'
import { listCycleMessages } from '../contract.ts'
import { presentMessages } from '../present.ts'

export default handle(listCycleMessages, async ({ tx, params, query, level, previous, ok }) => {
  const { agentId = null, cursor, limit = pageMost } = query
  const before = cursorOf(cursor)
  if (!level || !validate(params.id) || (agentId !== null && !validate(agentId))) return ok([])
  const page = await messagePage(tx, params.id, { agentId, before, limit })
  previous(page.previous)
  return ok(await presentMessages(tx, page.rows))
})
