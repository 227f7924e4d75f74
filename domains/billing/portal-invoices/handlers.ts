import { Readable } from 'node:stream'
import { handle } from '../../../platform/handler/index.ts'
import { pdfOf, readForPdf } from '../documents/index.ts'
import { findInvoiceForSeat } from './find-invoice-for-seat.ts'
import { linesOf, firstLinesOf, issuedPage } from '../invoices/index.ts'
import { payableOnline } from '../payments/index.ts'
import { presentPortalInvoice } from './present.ts'
import { pageMost } from '../../../platform/contract/index.ts'
import { cursorOf } from '../../../platform/db/page.ts'
import { seatsOf } from '../../accounts/clients/index.ts'
import * as contract from './contract.ts'

const getPortalInvoicePdf = handle(contract.getPortalInvoicePdf, async ({ read, params, caller, signal, fail, ok }) => {
  const found = await read(async (tx) => {
    const row = await findInvoiceForSeat(tx, params.id, caller)
    // Why it was voided is the agency's note.
    return row && readForPdf(tx, { ...row, voidReason: null })
  })
  const pdf = await pdfOf(found ?? fail.hidden(), signal)
  if (pdf === 'notReconciled') return fail.notReconciled()
  if ('field' in pdf) return fail.unencodable({ ...pdf, characters: [...pdf.characters] })
  return ok(Readable.from([pdf]))
})

const getPortalInvoice = handle(contract.getPortalInvoice, async ({ tx, params, caller, fail, ok }) => {
  const invoice = (await findInvoiceForSeat(tx, params.id, caller)) ?? fail.hidden()
  const isPayable = await payableOnline(tx)
  const lines = await linesOf(tx, invoice.id)
  const first = lines[0] && { firstLine: lines[0].description, lineCount: lines.length }
  return ok(presentPortalInvoice(invoice, { lines, first, payableOnline: isPayable(invoice) }))
})

const listPortalInvoices = handle(contract.listPortalInvoices, async ({ tx, caller, query, next, ok }) => {
  // A key that names projects sees only those projects, and no invoices.
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

export default () => ({ getPortalInvoice, getPortalInvoicePdf, listPortalInvoices })
