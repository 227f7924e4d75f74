import { pageMost } from '../../../../platform/contract/index.ts'
import { cursorOf } from '../../../../platform/db/page.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { commentPage } from '../store.ts'
import { listTaskComments } from '../contract/comments.ts'
import { presentComments } from '../present-comments.ts'
import { findTask } from '../../tasks/index.ts'

export default handle(listTaskComments, async ({ tx, params, query, previous, absent, ok }) => {
  const { id: taskId, cycleId } = (await findTask(tx, params.id)) ?? absent()
  const page = await commentPage(tx, taskId, cursorOf(query.cursor), query.limit ?? pageMost)
  previous(page.previous)
  return ok(await presentComments(tx, { taskId, cycleId }, page.rows))
})
