import { pageMost } from '../../../../platform/contract/index.ts'
import { cursorOf } from '../../../../platform/db/page.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { projectMessagePage } from '../store-project.ts'
import { listProjectMessages } from '../contract.ts'
import { presentMessages } from '../present.ts'

export default handle(listProjectMessages, async ({ tx, params, query, previous, ok }) => {
  const page = await projectMessagePage(tx, params.id, cursorOf(query.cursor), query.limit ?? pageMost)
  previous(page.previous)
  return ok(await presentMessages(tx, page.rows))
})
