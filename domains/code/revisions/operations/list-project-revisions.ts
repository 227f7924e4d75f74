import { pageMost } from '../../../../platform/contract/index.ts'
import { cursorOf } from '../../../../platform/db/page.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { listProjectRevisions } from '../contract.ts'
import { revisionPage } from '../store.ts'

export default handle(listProjectRevisions, async ({ tx, params, query, next, ok }) => {
  const page = await revisionPage(tx, params.id, cursorOf(query.cursor), query.limit ?? pageMost)
  next(page.next)
  return ok(
    page.rows.map(({ id, generation, commitSha, branch, manifestSha256, source, cycleId, createdAt }) => ({
      revisionId: id,
      generation,
      commitSha,
      branch,
      manifestSha256,
      source,
      cycleId,
      createdAt,
    })),
  )
})
