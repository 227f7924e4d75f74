import { handle } from '../../../../platform/handler/index.ts'
import { getClientInvoice } from '../contract.ts'
import { presentInvoice } from '../present.ts'
import { findInvoiceFor } from '../find-invoice-for.ts'
import { linesOf } from '../store.ts'

export default handle(getClientInvoice, async ({ tx, params, caller, fail, ok }) => {
  const row = (await findInvoiceFor(tx, params.id, caller)) ?? fail.hidden()
  return ok(presentInvoice(row, await linesOf(tx, row.id)))
})
