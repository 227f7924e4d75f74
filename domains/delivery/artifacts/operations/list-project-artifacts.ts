import { pageMost } from '../../../../platform/contract/index.ts'
import { cursorOf } from '../../../../platform/db/page.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { listProjectArtifacts } from '../contract.ts'
import { presentArtifact } from '../present.ts'
import { projectArtifactPage } from '../store.ts'

export default handle(listProjectArtifacts, async ({ tx, params, query, next, ok }) => {
  const { cursor, limit = pageMost } = query
  const page = await projectArtifactPage(tx, params.id, cursorOf(cursor), limit)
  next(page.next)
  return ok(page.rows.map(presentArtifact))
})
