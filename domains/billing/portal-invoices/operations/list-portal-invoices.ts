import { pageMost } from '../../../../platform/contract/index.ts'
import { cursorOf } from '../../../../platform/db/page.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { seatsOf } from '../../../accounts/clients/index.ts'
import { firstLinesOf, issuedPage } from '../../invoices/index.ts'
import { payableOnline } from '../../payments/index.ts'
import { listPortalInvoices } from '../contract.ts'
import { presentPortalInvoice } from '../present.ts'

export default handle(listPortalInvoices, async ({ tx, caller, query, next, ok }) => {
  // A key that names projects sees these alone.
  if (caller.projectIds) return ok([])
  const accountIds = (await seatsOf(tx, caller.userId)).map(({ clientAccountId }) => clientAccountId)
  const { cursor, limit = pageMost } = query
  const page = await issuedPage(tx, cursorOf(cursor), limit, accountIds)
  next(page.next)
  const isPayable = await payableOnline(tx)
  const firsts = await firstLinesOf(
    tx,
    page.rows.map(({ id }) => id),
  )
  return ok(
    page.rows.map((row) => presentPortalInvoice(row, { first: firsts.get(row.id), payableOnline: isPayable(row) })),
  )
})
