import { Readable } from 'node:stream'
import { handle } from '../../../../platform/handler/index.ts'
import { findBillingIdentity } from '../../billables/index.ts'
import { findInvoiceLogo, linesOf, reachInvoice, reconciles } from '../../invoices/index.ts'
import { getClientInvoicePdf } from '../contract.ts'
import { ciiOf } from '../electronic/cii.ts'
import { electronicOf } from '../electronic/invoice.ts'
import { unsuitable, whatIsMissing } from '../electronic/missing.ts'
import { isLatin1, unshownIn } from '../page/characters.ts'
import { isPlain } from '../page/logo.ts'
import { pageOf, textsOf } from '../page/page-of.ts'
import { renderPage } from '../page/render.ts'
import { precedingOf } from '../preceding.ts'

export default handle(getClientInvoicePdf, async ({ read, params, caller, signal, fail, ok }) => {
  const found = await read(async (tx) => {
    const row = await reachInvoice(tx, params.id, caller)
    if (!row) return undefined
    const lines = await linesOf(tx, row.id)
    const logo = row.logoId === null ? undefined : await findInvoiceLogo(tx, row.logoId)
    return { row, lines, logo, identity: await findBillingIdentity(tx), preceding: await precedingOf(tx, row, lines) }
  })
  const { row, lines, logo, identity, preceding } = found ?? fail.hidden()
  if (row.invoiceNumber === null) return fail.notIssued()
  if (!reconciles(row, lines)) return fail.notReconciled()
  const texts = textsOf(row, lines)
  const outside = identity?.allScripts ? undefined : unshownIn(texts, isLatin1)
  if (outside) return fail.unencodable({ ...outside, characters: [...outside.characters] })
  const isElectronic = row.status !== 'void' && !unsuitable(row) && whatIsMissing(row).length === 0
  const asked = {
    ...{ page: pageOf(row, lines, preceding), texts },
    xml: isElectronic ? ciiOf(electronicOf(row, lines, preceding)) : null,
    logo: logo && isPlain(row.logoMediaType!, logo) ? logo : null,
  }
  const rendered = await renderPage(asked, signal)
  if ('field' in rendered) return fail.unencodable({ ...rendered, characters: [...rendered.characters] })
  return ok(Readable.from([rendered]))
})
