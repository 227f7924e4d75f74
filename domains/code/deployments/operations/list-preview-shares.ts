import { pageMost } from '../../../../platform/contract/index.ts'
import { cursorOf } from '../../../../platform/db/page.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { listPreviewShares } from '../contract.ts'
import { presentShare } from '../present.ts'
import { findDeployment } from '../store.ts'
import { sharePage } from '../store-shares.ts'

export default handle(listPreviewShares, async ({ tx, params, query, now, next, absent, ok }) => {
  const { label } = (await findDeployment(tx, params.id)) ?? absent()
  const { cursor, limit = pageMost } = query
  const page = await sharePage(tx, label, now, cursorOf(cursor), limit)
  next(page.next)
  return ok(page.rows.map(presentShare))
})
