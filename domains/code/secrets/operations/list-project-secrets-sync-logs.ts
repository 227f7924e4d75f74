import { pageMost } from '../../../../platform/contract/index.ts'
import { cursorOf } from '../../../../platform/db/page.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { listProjectSecretsSyncLogs } from '../contract/syncs.ts'
import { presentSync } from '../present-config.ts'
import { syncPage } from '../store-configs.ts'

export default handle(listProjectSecretsSyncLogs, async ({ tx, params, query, next, ok }) => {
  const page = await syncPage(tx, params.projectId, cursorOf(query.cursor), query.limit ?? pageMost)
  next(page.next)
  return ok(page.rows.map(presentSync))
})
