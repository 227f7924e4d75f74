import { validate } from 'uuid'
import { handle } from '../../../../platform/handler/index.ts'
import { getClientInvoice } from '../contract.ts'
import { presentInvoice } from '../present.ts'
import { findInvoice, linesOf } from '../store.ts'

export default handle(getClientInvoice, async ({ tx, params, caller, fail, ok }) => {
  if (caller.projectIds || !validate(params.id)) return fail.hidden()
  const row = (await findInvoice(tx, params.id)) ?? fail.hidden()
  return ok(presentInvoice(row, await linesOf(tx, row.id)))
})
