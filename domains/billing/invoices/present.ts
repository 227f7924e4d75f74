import type { Static } from '../../../platform/contract/index.ts'
import type { ClientInvoice } from './contract.ts'
import { decimalsOf } from '../billables/rules/currencies.ts'
import type { InvoiceRow, LineRow } from './tables.ts'

/** An invoice with these lines and without profiles; a list shows neither. */
export const presentInvoice = (
  { logoId: _logo, brand: _brand, ...shown }: InvoiceRow,
  lines: readonly LineRow[] = [],
): Static<typeof ClientInvoice> => ({
  ...shown,
  currencyDecimals: decimalsOf(shown.currency),
  electronicProfiles: [],
  lines: lines.toSorted((one, other) => one.position - other.position),
})
