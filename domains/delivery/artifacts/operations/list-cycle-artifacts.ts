import { pageMost } from '../../../../platform/contract/index.ts'
import { cursorOf } from '../../../../platform/db/page.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { listCycleArtifacts } from '../contract.ts'
import { presentArtifact } from '../present.ts'
import { cycleArtifactPage } from '../store.ts'

export default handle(listCycleArtifacts, async ({ tx, params, query, next, ok }) => {
  const { cursor, limit = pageMost } = query
  const page = await cycleArtifactPage(tx, params.id, cursorOf(cursor), limit)
  next(page.next)
  return ok(page.rows.map(presentArtifact))
})
