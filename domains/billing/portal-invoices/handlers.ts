import { Readable } from 'node:stream'
import type { Caller } from '../../../platform/access/index.ts'
import { pageMost, type Static } from '../../../platform/contract/index.ts'
import { cursorOf } from '../../../platform/db/page.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { handle } from '../../../platform/handler/index.ts'
import { seatsOf, findSeat } from '../../accounts/clients/index.ts'
import { decimalsOf } from '../billables/rules/currencies.ts'
import { pdfOf, readForPdf } from '../documents/index.ts'
import { linesOf, firstLinesOf, issuedPage, type InvoiceRow, type LineRow, findInvoiceFor } from '../invoices/index.ts'
import { payableOnline } from '../payments/index.ts'
import * as contract from './contract.ts'
import { portalInvoiceStatuses, type PortalInvoice } from './contract.ts'

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
  const lines = await linesOf(tx, { invoiceId: invoice.id })
  const first = lines[0] && { firstLine: lines[0].description, lineCount: lines.length }
  return ok(presentPortalInvoice(invoice, { lines, first, payableOnline: isPayable(invoice) }))
})

const listPortalInvoices = handle(contract.listPortalInvoices, async ({ tx, caller, query, next, ok }) => {
  // A key that names projects sees only those projects, and no invoices.
  if (caller.projectIds) return ok([])
  const accountIds = (await seatsOf(tx, { userId: caller.userId })).map(({ clientAccountId }) => clientAccountId)
  const { cursor, limit = pageMost } = query
  const page = await issuedPage(tx, cursorOf(cursor), limit, accountIds)
  next(page.next)
  const isPayable = await payableOnline(tx)
  const ids = page.rows.map(({ id }) => id)
  const firsts = await firstLinesOf(tx, ids)
  return ok(
    page.rows.map((row) => presentPortalInvoice(row, { first: firsts.get(row.id), payableOnline: isPayable(row) })),
  )
})

export default () => ({ getPortalInvoice, getPortalInvoicePdf, listPortalInvoices })

type PresentedInvoice = Static<typeof PortalInvoice>

interface PresentOptions {
  readonly lines?: readonly LineRow[]
  readonly first: { readonly firstLine: string; readonly lineCount: number } | undefined
  readonly payableOnline: boolean
}

/** An issued invoice for its client, field by field: a new field of invoices is not shown automatically. */
const presentPortalInvoice = (
  row: InvoiceRow,
  { lines = [], first, payableOnline }: PresentOptions,
): PresentedInvoice => {
  const status = portalInvoiceStatuses.find((one) => one === row.status)
  if (!status || row.invoiceNumber === null || row.issuedAt === null)
    throw new Error('A draft invoice must not be shown to a client')
  const { id, clientAccountId, type, invoiceNumber, issuedAt, dueAt, paidAt, voidedAt, currency } = row
  const { netMinor, taxMinor, totalMinor, taxTotals, buyerReference, paymentTerms } = row
  return {
    id,
    clientAccountId,
    status,
    type,
    invoiceNumber,
    issuedAt,
    dueAt,
    timeZone: row.timeZone,
    serviceFrom: row.serviceFrom,
    serviceTo: row.serviceTo,
    paidAt,
    voidedAt,
    payableOnline,
    ...row.balance,
    currency,
    currencyDecimals: decimalsOf(currency),
    netMinor,
    taxMinor,
    totalMinor,
    taxTotals,
    sellerLegalName: row.sellerLegalName,
    sellerAddress: row.sellerAddress,
    sellerVatId: row.sellerVatId,
    sellerTaxNumber: row.sellerTaxNumber,
    sellerBankAccount: row.sellerBankAccount,
    buyerLegalName: row.buyerLegalName,
    buyerAddress: row.buyerAddress,
    buyerVatId: row.buyerVatId,
    buyerReference,
    paymentTerms,
    firstLine: first?.firstLine ?? null,
    lineCount: first?.lineCount ?? 0,
    lines: lines.toSorted((one, other) => one.position - other.position).map(({ billableId: _, ...line }) => line),
  }
}

/** An issued invoice of an account in which the caller has a seat; undefined for every other one. */
export const findInvoiceForSeat = async (
  tx: Transaction,
  id: string,
  caller: Caller,
): Promise<InvoiceRow | undefined> => {
  const invoice = await findInvoiceFor(tx, id, caller)
  if (!invoice || invoice.issuedAt === null) return undefined
  return (await findSeat(tx, { accountId: invoice.clientAccountId, userId: caller.userId })) && invoice
}
