import type { InvoiceRow } from '../../invoices/index.ts'
import { decimalsOf } from '../../billables/rules/currencies.ts'
import { decimalText, opposite } from '../../../../packages/einvoice/index.ts'
import { decimalIn } from './words.ts'

type PageAmounts = Pick<InvoiceRow, 'type' | 'currency' | 'language'>

/** Formats amounts of an invoice in its language; credit notes have positive amounts. */
export const amountsIn = ({ type, currency, language }: PageAmounts): ((minor: number) => string) => {
  const decimals = decimalsOf(currency)
  return (minor) => {
    const decimal = decimalText(minor, decimals)
    return decimalIn(language ?? 'en', type === '381' ? opposite(decimal) : decimal)
  }
}

/** The amount that is due, with its currency; undefined if it is the total, or nothing. */
export const restIn = (row: PageAmounts & Pick<InvoiceRow, 'totalMinor' | 'balance'>): string | undefined => {
  const { dueCents } = row.balance
  return dueCents === 0 || dueCents === row.totalMinor ? undefined : `${row.currency} ${amountsIn(row)(dueCents)}`
}

/** The total with its currency: `EUR 119.00`. */
export const totalIn = (row: PageAmounts & Pick<InvoiceRow, 'totalMinor'>): string =>
  `${row.currency} ${amountsIn(row)(row.totalMinor)}`
