import { handle } from '../../../../platform/handler/index.ts'
import { getClientInvoice } from '../contract.ts'
import { presentInvoice } from '../present.ts'
import { findInvoice, linesOf } from '../store.ts'

export default handle(getClientInvoice, async ({ tx, params, absent, ok }) => {
  const row = (await findInvoice(tx, params.id)) ?? absent()
  return ok(presentInvoice(row, await linesOf(tx, row.id)))
})
