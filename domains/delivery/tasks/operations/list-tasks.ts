import { pageMost } from '../../../../platform/contract/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { cursorOf } from '../../../../platform/db/page.ts'
import { shownTo } from '../../../code/projects/index.ts'
import { listTasks } from '../contract.ts'
import { presentTasks } from '../present.ts'
import { taskPage } from '../store.ts'

export default handle(listTasks, async ({ tx, caller, query, next, ok }) => {
  const { projectId, status, limit = pageMost } = query
  const page = await taskPage(tx, cursorOf(query.cursor), limit, { projectId, status, ...shownTo(caller) })
  next(page.next, page.count)
  return ok(await presentTasks(tx, page.rows, caller))
})
