import { pageMost } from '../../../../platform/contract/index.ts'
import { cursorOf } from '../../../../platform/db/page.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { listHarnessPreferences } from '../contract.ts'
import { presentHarness } from '../present.ts'
import { harnessPreferencePage } from '../store.ts'

export default handle(listHarnessPreferences, async ({ tx, caller, query, next, ok }) => {
  const { cursor, limit = pageMost } = query
  const page = await harnessPreferencePage(tx, cursorOf(cursor), limit, caller.projectIds)
  next(page.next)
  return ok(page.rows.map(presentHarness))
})
