import { validate } from 'uuid'
import { handle } from '../../../../platform/handler/index.ts'
import { getClientInvoice } from '../contract.ts'
import { presentInvoice } from '../present.ts'
import { findInvoice, linesOf } from '../store.ts'

export default handle(getClientInvoice, async ({ tx, params, caller, absent, ok }) => {
  // A key that names projects reaches no invoice: what it may see does not lead here.
  if (caller.projectIds || !validate(params.id)) return absent()
  const row = (await findInvoice(tx, params.id)) ?? absent()
  return ok(presentInvoice(row, await linesOf(tx, row.id)))
})
