import { decimalsOf } from '../../billables/rules/currencies.ts'
import type { InvoiceRow } from '../tables.ts'

const decimalsMost = 2

/** Why an issued invoice can have no electronic form, with any billing identities. */
export type UnsupportedInvoice = 'thousandths' | 'deliveryUnknown' | 'mixedWithUntaxed'

export const unsupportedReason = ({
  currency,
  taxTotals,
}: Pick<InvoiceRow, 'currency' | 'taxTotals'>): UnsupportedInvoice | undefined => {
  // BR-DEC-23 and others: no amount has more than two decimals.
  if (decimalsOf(currency) > decimalsMost) return 'thousandths'
  const categories = taxTotals.map(({ category }) => category)
  // BR-IC-11 and BR-IC-12: goods that go to another member state name the day and the place of their delivery.
  if (categories.includes('K')) return 'deliveryUnknown'
  // BR-O-11 to BR-O-14.
  return categories.includes('O') && categories.length > 1 ? 'mixedWithUntaxed' : undefined
}

type Parties = Pick<
  InvoiceRow,
  | 'sellerLegalName'
  | 'sellerPostalAddress'
  | 'sellerVatId'
  | 'sellerTaxNumber'
  | 'buyerPostalAddress'
  | 'buyerVatId'
  | 'taxTotals'
>

/** Fields of the invoice that EN 16931 asks for, and that were missing when it was issued. */
export const missingFields = (row: Parties): readonly string[] => {
  const has = (...categories: readonly string[]) => row.taxTotals.some(({ category }) => categories.includes(category))
  const needed = [
    ['sellerLegalName', row.sellerLegalName !== null],
    // BR-09 and BR-11 ask for the country, which only an address in parts has.
    ['sellerPostalAddress', row.sellerPostalAddress !== null],
    ['buyerPostalAddress', row.buyerPostalAddress !== null],
    // BR-CO-26 and BR-S-02: one of the two; BR-G-02 wants the VAT number.
    ['sellerVatId', row.sellerVatId !== null || (row.sellerTaxNumber !== null && !has('G'))],
    // BR-AE-02.
    ['buyerVatId', row.buyerVatId !== null || !has('AE')],
  ] as const
  return needed.flatMap(([field, isThere]) => (isThere ? [] : [field]))
}
