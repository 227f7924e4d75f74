import { pageMost } from '../../../../platform/contract/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { cursorOf } from '../../../../platform/db/page.ts'
import { listApiKeys } from '../contract/keys.ts'
import { presentKey } from '../present-key.ts'
import { seesAllKeys } from '../sees-all-keys.ts'
import { keyPage } from '../store-keys.ts'

export default handle(listApiKeys, async ({ tx, caller, query, next, ok }) => {
  const whose = seesAllKeys(caller) ? undefined : caller.userId
  const page = await keyPage(tx, cursorOf(query.cursor), query.limit ?? pageMost, whose)
  next(page.next)
  return ok(page.rows.map(presentKey))
})
