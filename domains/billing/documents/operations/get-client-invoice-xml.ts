import { Readable } from 'node:stream'
import { handle } from '../../../../platform/handler/index.ts'
import { linesOf, findInvoiceFor, reconciles } from '../../invoices/index.ts'
import { getClientInvoiceXml } from '../contract.ts'
import { precedingOf } from '../preceding-invoices.ts'
import { chosenProfile, xmlObstacle, xmlOf } from '../xml.ts'

export default handle(getClientInvoiceXml, async ({ tx, params, query, caller, fail, ok }) => {
  const row = (await findInvoiceFor(tx, params.id, caller)) ?? fail.hidden()
  if (row.invoiceNumber === null) return fail.notIssued()
  if (row.status === 'void') return fail.isVoid()
  const lines = await linesOf(tx, row.id)
  if (!reconciles(row, lines)) return fail.notReconciled()
  const profile = query.profile ?? chosenProfile(row)
  const obstacle = xmlObstacle({ row, lines }, profile)
  if (obstacle?.reason === 'lacking') return fail.lacking({ which: [...obstacle.which] })
  if (obstacle) return fail[obstacle.reason]()
  return ok(Readable.from([xmlOf({ row, lines, preceding: await precedingOf(tx, row, lines) }, profile)]))
})
