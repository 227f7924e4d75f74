import { useFormat } from '../../format.ts'
import { useInvoiceWords } from '../../words/invoices/index.ts'
import type { Billable } from '../../parts/invoice-sheet/invoice-state.ts'

type PricedBillable = Pick<Billable, 'quantity' | 'unit' | 'unitPriceMinor' | 'currency' | 'currencyDecimals'>

/** `7.5 hours × €95.00`. */
export const useQuantity = () => {
  const { units } = useInvoiceWords()
  const { decimal, money } = useFormat()
  return (one: PricedBillable) =>
    `${units[one.unit](decimal(one.quantity), one.quantity === '1')} × ${money(one, one.unitPriceMinor)}`
}
