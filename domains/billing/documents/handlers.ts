import { Readable } from 'node:stream'
import { handle } from '../../../platform/handler/index.ts'
import { findInvoiceFor, linesOf, reconciles } from '../invoices/index.ts'
import * as contract from './contract.ts'
import { pdfOf, readForPdf, precedingOf } from './pdf.ts'
import { findSentDocument } from './store.ts'
import { chosenProfile, xmlObstacle, xmlOf } from './xml.ts'

const getSentInvoiceDocument = handle(contract.getSentInvoiceDocument, async ({ tx, params, caller, fail, ok }) => {
  const row = (await findInvoiceFor(tx, params.id, caller)) ?? fail.hidden()
  const content = (await findSentDocument(tx, row.id, params.sha256)) ?? fail.notKept()
  return ok(Readable.from([content]))
})

const getClientInvoicePdf = handle(contract.getClientInvoicePdf, async ({ read, params, caller, signal, fail, ok }) => {
  const found = await read(async (tx) => {
    const row = await findInvoiceFor(tx, params.id, caller)
    return row && readForPdf(tx, row)
  })
  const whole = found ?? fail.hidden()
  if (whole.row.invoiceNumber === null) return fail.notIssued()
  const pdf = await pdfOf(whole, signal)
  if (pdf === 'notReconciled') return fail.notReconciled()
  if ('field' in pdf) return fail.unencodable({ ...pdf, characters: [...pdf.characters] })
  return ok(Readable.from([pdf]))
})

const getClientInvoiceXml = handle(contract.getClientInvoiceXml, async ({ tx, params, query, caller, fail, ok }) => {
  const row = (await findInvoiceFor(tx, params.id, caller)) ?? fail.hidden()
  if (row.invoiceNumber === null) return fail.notIssued()
  if (row.status === 'void') return fail.isVoid()
  const lines = await linesOf(tx, { invoiceId: row.id })
  if (!reconciles(row, lines)) return fail.notReconciled()
  const profile = query.profile ?? chosenProfile(row)
  const obstacle = xmlObstacle({ row, lines }, profile)
  if (obstacle?.reason === 'lacking') return fail.lacking({ which: [...obstacle.which] })
  if (obstacle) return fail[obstacle.reason]()
  return ok(Readable.from([xmlOf({ row, lines, preceding: await precedingOf(tx, row, lines) }, profile)]))
})

export default () => ({ getClientInvoicePdf, getClientInvoiceXml, getSentInvoiceDocument })
