import { pageMost } from '../../../../platform/contract/index.ts'
import { cursorOf } from '../../../../platform/db/page.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { listClientInvoices } from '../contract.ts'
import { presentInvoice } from '../present.ts'
import { invoicePage } from '../store.ts'

export default handle(listClientInvoices, async ({ tx, caller, query, next, ok }) => {
  // As each invoice is absent for a key that names projects.
  if (caller.projectIds) return ok([])
  const { cursor, limit = pageMost, clientAccountId = null, status = null } = query
  const page = await invoicePage(tx, cursorOf(cursor), limit, { clientAccountId, status })
  next(page.next)
  return ok(page.rows.map((row) => presentInvoice(row)))
})
