import { pageMost } from '../../../../platform/contract/index.ts'
import { cursorOf } from '../../../../platform/db/page.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { normalAddress } from '../../suppression/index.ts'
import { listGrowthLeads } from '../contract.ts'
import { presentLead } from '../present.ts'
import { leadPage } from '../store.ts'

const noAddress = { path: 'address', message: 'is not a mail address', rule: 'email' }

export default handle(listGrowthLeads, async ({ tx, params, query, next, invalid, ok }) => {
  const { cursor, limit = pageMost, status = null, playId: growthPlayId = null } = query
  const address = query.address === undefined ? null : normalAddress(query.address)
  if (address === undefined) return invalid([noAddress])
  const filter = { growthProjectId: params.projectId, growthPlayId, status, address }
  const page = await leadPage(tx, filter, cursorOf(cursor), limit)
  next(page.next, page.count)
  return ok(page.rows.map(presentLead))
})
