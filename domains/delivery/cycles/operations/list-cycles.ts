import { isAgency, namesOfPeople } from '../../../../platform/access/index.ts'
import { pageMost } from '../../../../platform/contract/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { cursorOf } from '../../../../platform/db/page.ts'
import { shownTo } from '../../../code/projects/index.ts'
import { listCycles } from '../contract.ts'
import { presentSummary } from '../present.ts'
import { cyclePage, urgencyOf, urgentCyclePage } from '../store.ts'

export default handle(listCycles, async ({ tx, caller, query, next, ok }) => {
  const after = cursorOf(query.cursor)
  const limit = query.limit ?? pageMost
  const filter = { projectId: query.projectId, ...shownTo(caller) }
  const page =
    query.orderBy === 'priority'
      ? await urgentCyclePage(tx, after, query.cursor ? await urgencyOf(tx, after.id) : 0, limit, filter)
      : await cyclePage(tx, after, limit, filter)
  next(page.next, page.count)
  const people = isAgency(caller.role) ? page.rows.map(({ createdBy }) => createdBy) : []
  const authors = await namesOfPeople(tx, people)
  return ok(page.rows.map((row) => presentSummary(row, caller, authors)))
})
