import { v7 as uuidv7 } from 'uuid'
import { lineAmountOf, type TaxCategory } from '../../domains/billing/billables/rules.ts'
import type { InvoiceRow, LineRow } from '../../domains/billing/invoices/index.ts'
import { totalsOf, typeOf } from '../../domains/billing/invoices/rules/issue.ts'

export interface LineGiven {
  readonly description?: string
  readonly quantity?: string
  readonly unitPriceMinor?: number
  readonly category?: TaxCategory
  readonly rateBps?: number
  readonly reason?: string
}

/** Lines of an invoice as they are stored; by default an hour of 100 units at 19 %. */
export const lineRows = (given: readonly LineGiven[]): LineRow[] =>
  given.map((one, at) => {
    const {
      description = 'Opening hours',
      quantity = '1',
      unitPriceMinor = 10_000,
      category = 'S',
      reason = null,
    } = one
    const rateBps = one.rateBps ?? (category === 'S' ? 1_900 : 0)
    return {
      position: at + 1,
      billableId: uuidv7(),
      description,
      quantity,
      unit: 'hour',
      unitPriceMinor,
      amountMinor: Number(lineAmountOf({ quantity, unitPriceMinor })),
      taxClass: 'standard',
      category,
      rateBps,
      reason,
    }
  })

const harbour = { line1: '1 Harbour Street', line2: 'Third floor', postalCode: '20457', city: 'Hamburg', country: 'DE' }
const quay = { line1: '2 Quay Road', line2: null, postalCode: '75001', city: 'Paris', country: 'FR' }

/** An issued invoice of these lines between parties with all fields, as it is stored. */
export const invoiceRow = (lines: readonly LineRow[], change: Partial<InvoiceRow> = {}): InvoiceRow => {
  const totals = totalsOf(lines.map((line) => ({ ...line, amountMinor: BigInt(line.amountMinor) })))
  return {
    id: uuidv7(),
    clientAccountId: uuidv7(),
    status: 'final',
    type: typeOf(totals),
    currency: 'EUR',
    netMinor: Number(totals.netMinor),
    taxMinor: Number(totals.taxMinor),
    totalMinor: Number(totals.totalMinor),
    taxTotals: totals.taxTotals.map((one) => ({
      ...one,
      taxableMinor: Number(one.taxableMinor),
      taxMinor: Number(one.taxMinor),
    })),
    timeZone: 'Europe/Berlin',
    serviceFrom: null,
    serviceTo: null,
    sellerLegalName: 'Northwind GmbH',
    sellerAddress: '1 Harbour Street\nThird floor\n20457 Hamburg\nDE',
    sellerVatId: 'DE123456788',
    sellerTaxNumber: '12/345/67890',
    sellerPostalAddress: harbour,
    sellerBankAccount: { iban: 'DE89370400440532013000', bic: 'COBADEFFXXX', holder: null },
    sellerContact: { name: 'Grace Hopper', email: 'accounts@northwind.example', phone: '+49 40 123456' },
    sellerElectronic: null,
    buyerElectronic: null,
    buyerLegalName: 'Globex SA',
    buyerAddress: '2 Quay Road, Paris',
    buyerPostalAddress: quay,
    buyerVatId: 'FR12345678901',
    buyerContact: null,
    language: null,
    buyerReference: 'PO-2207',
    buyerBillingEmail: 'billing@globex.example',
    paymentTerms: 'Net 30 days',
    replacesInvoiceId: null,
    dueAt: new Date('2026-04-03T00:00:00Z'),
    invoiceNumber: '2026-0007',
    invoiceSequence: 7,
    issuedAt: new Date('2026-03-04T10:15:30Z'),
    logoId: null,
    logoMediaType: null,
    brand: null,
    paidAt: null,
    paymentReference: null,
    balance: { paidCents: 0, dueCents: Number(totals.totalMinor), creditCents: 0 },
    voidedAt: null,
    voidReason: null,
    createdAt: new Date('2026-03-04T09:00:00Z'),
    ...change,
  }
}
