import type { Static } from '../../../platform/contract/index.ts'
import { decimalsOf } from '../billables/rules/currencies.ts'
import type { InvoiceRow, LineRow } from '../invoices/index.ts'
import { portalInvoiceStatuses, type PortalInvoice } from './contract.ts'

type PresentedInvoice = Static<typeof PortalInvoice>

interface PresentOptions {
  readonly lines?: readonly LineRow[]
  readonly first: { readonly firstLine: string; readonly lineCount: number } | undefined
  readonly payableOnline: boolean
}

/** An issued invoice for its client, field by field: a new field of invoices is not shown automatically. */
export const presentPortalInvoice = (
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
