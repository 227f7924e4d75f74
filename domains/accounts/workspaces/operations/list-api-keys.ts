import { pageMost } from '../../../../platform/contract/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { cursorOf } from '../../../../platform/db/page.ts'
import { listApiKeys } from '../contract/keys.ts'
import { presentKey } from '../keys/present.ts'
import { seesAllKeys } from '../keys/sees-all.ts'
import { keyPage } from '../keys/store.ts'

export default handle(listApiKeys, async ({ tx, caller, query, next, ok }) => {
  const whose = seesAllKeys(caller) ? undefined : caller.userId
  const page = await keyPage(tx, cursorOf(query.cursor), query.limit ?? pageMost, whose)
  next(page.next)
  return ok(page.rows.map(presentKey))
})
