import { Link } from 'react-router'
import { daysLate } from '../../../../../domains/billing/invoices/rules/age.ts'
import { useNow } from '../../../clock.ts'
import { useFormat } from '../../../format.ts'
import { isOpen, type Invoice } from '../../../parts/invoice-sheet/invoice-state.ts'
import { paths } from '../../../paths.ts'
import { useInvoiceWords } from '../../../words/invoices/index.ts'

/** The client and the amount, with the day that it is due if it is still to come, and why the invoice is void. */
export const InvoiceSituation = ({ invoice }: { readonly invoice: Invoice }) => {
  const words = useInvoiceWords().page
  const { dueDay, money } = useFormat()
  const { buyerLegalName, clientAccountId, dueAt, invoiceNumber, status, timeZone, totalMinor, voidReason } = invoice
  const late = daysLate(dueAt, useNow(), timeZone)
  const sum = money(invoice, totalMinor)
  const day = dueDay(dueAt, 'short', timeZone)
  const isDue = isOpen(invoice) || status === 'draft'
  return (
    <>
      <p className="soft">
        {invoiceNumber === null ? null : (
          <>
            <Link className="link" dir="auto" to={paths.client(clientAccountId)}>
              {buyerLegalName}
            </Link>
            {' · '}
          </>
        )}
        {!isDue ? sum : late > 0 ? words.wasDue(sum, day) : words.isDue(sum, day, -late)}
      </p>
      {voidReason === null ? null : (
        <p className="soft" dir="auto">
          {words.because}: {voidReason}
        </p>
      )}
    </>
  )
}
