import { Readable } from 'node:stream'
import { handle } from '../../../../platform/handler/index.ts'
import { getClientInvoiceLogo } from '../contract.ts'
import { findInvoiceFor } from '../find-invoice-for.ts'
import { findInvoiceLogo } from '../store-moves.ts'

export default handle(getClientInvoiceLogo, async ({ tx, params, caller, fail, ok }) => {
  const { logoId, logoMediaType } = (await findInvoiceFor(tx, params.id, caller)) ?? fail.hidden()
  if (logoId === null) return fail.hidden()
  const content = (await findInvoiceLogo(tx, logoId))!
  return ok({ mediaType: logoMediaType!, content: Readable.from([content]) })
})
