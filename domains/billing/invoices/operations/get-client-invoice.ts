import { handle } from '../../../../platform/handler/index.ts'
import { getClientInvoice } from '../contract.ts'
import { presentWhole } from '../present-whole.ts'
import { findInvoiceFor } from '../find-invoice-for.ts'
import { linesOf } from '../store.ts'

export default handle(getClientInvoice, async ({ tx, params, caller, now, fail, ok }) => {
  const row = (await findInvoiceFor(tx, params.id, caller)) ?? fail.hidden()
  const lines = await linesOf(tx, row.id)
  return ok(await presentWhole(tx, row, lines, now))
})
