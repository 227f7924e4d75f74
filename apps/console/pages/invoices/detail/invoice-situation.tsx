import { daysLate } from '../../../../../domains/billing/invoices/rules/age.ts'
import { useNow } from '../../../clock.ts'
import { useFormat } from '../../../format.ts'
import { isOpen, type Invoice } from '../../../parts/invoice-sheet/invoice-state.ts'
import { useInvoiceWords } from '../../../words/invoices/index.ts'

/** The amount that is still to come and its day, or why the invoice is void. */
export const InvoiceSituation = ({ invoice }: { readonly invoice: Invoice }) => {
  const words = useInvoiceWords().page
  const { dueDay, money } = useFormat()
  const { dueAt, timeZone, totalMinor, voidReason } = invoice
  const late = daysLate(dueAt, useNow(), timeZone)
  if (voidReason !== null)
    return (
      <p className="soft" dir="auto">
        {words.because}: {voidReason}
      </p>
    )
  if (!isOpen(invoice)) return null
  const sum = money(invoice, totalMinor)
  const day = dueDay(dueAt, 'short', timeZone)
  return <p className="soft">{late > 0 ? words.wasDue(sum, day) : words.isDue(sum, day, -late)}</p>
}
