import { Readable } from 'node:stream'
import { handle } from '../../../../platform/handler/index.ts'
import { linesOf, reachInvoice, reconciles } from '../../invoices/index.ts'
import { getClientInvoiceXml } from '../contract.ts'
import { precedingOf } from '../preceding.ts'
import { electronicOf } from '../electronic/invoice.ts'
import { unsuitable, whatIsMissing } from '../electronic/missing.ts'
import { ublOf } from '../electronic/ubl.ts'

export default handle(getClientInvoiceXml, async ({ tx, params, caller, fail, ok }) => {
  const row = (await reachInvoice(tx, params.id, caller)) ?? fail.hidden()
  if (row.invoiceNumber === null) return fail.notIssued()
  if (row.status === 'void') return fail.isVoid()
  const lines = await linesOf(tx, row.id)
  if (!reconciles(row, lines)) return fail.notReconciled()
  const reason = unsuitable(row)
  if (reason) return fail[reason]()
  const which = whatIsMissing(row)
  if (which.length > 0) return fail.lacking({ which: [...which] })
  const xml = ublOf(electronicOf(row, lines, await precedingOf(tx, row, lines)))
  return ok(Readable.from([Buffer.from(xml)]))
})
