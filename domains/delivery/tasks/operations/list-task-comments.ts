import { pageMost } from '../../../../platform/contract/index.ts'
import { cursorOf } from '../../../../platform/db/page.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { commentPage } from '../../messages/index.ts'
import { listTaskComments } from '../contract/comments.ts'
import { presentComments } from '../present-comments.ts'

export default handle(listTaskComments, async ({ tx, params, query, previous, ok }) => {
  const page = await commentPage(tx, params.id, cursorOf(query.cursor), query.limit ?? pageMost)
  previous(page.previous)
  return ok(await presentComments(tx, params.id, page.rows))
})
