import { Link } from 'react-router'
import { listClientInvoices } from '../../../../../domains/billing/invoices/contract.ts'
import { listPaymentNotices } from '../../../../../domains/billing/payments/contract.ts'
import { useFirstRowsLater } from '../../../api/use-operation.ts'
import { usePages } from '../../../api/use-pages.ts'
import { useFormat } from '../../../format.ts'
import { sumsOf, useSums } from '../../../parts/invoice-sheet/invoice-state.ts'
import { Head } from '../../../parts/page.tsx'
import { ShowMore } from '../../../parts/list/show-more.tsx'
import { LinkButton } from '../../../parts/forms/button.tsx'
import { joined } from '../../../parts/text/joined.tsx'
import { paths } from '../../../paths.ts'
import { useInvoiceWords } from '../../../words/invoices/index.ts'
import { useMoneyWords } from '../../../words/money/index.ts'
import { everyNotice } from './payment-notices.tsx'

export const paidInvoices = { query: { status: 'paid' } } as const

/** The title of the page with the sum of the payments, and a row for each with its invoice, client, day and way. */
export const ReceivedPayments = () => {
  const { payments: words } = useMoneyWords()
  const { columns, billables } = useInvoiceWords()
  const { invoiceDay, money } = useFormat()
  const written = useSums()
  const { rows, ...rest } = usePages(listClientInvoices, paidInvoices)
  const notices = useFirstRowsLater(listPaymentNotices, everyNotice).data
  const settled = notices?.filter(({ outcome }) => outcome === 'settled')
  const isWhole = rest.more === undefined && rows.length > 0
  return (
    <>
      <Head
        title={words.title}
        text={isWhole ? words.received(written(sumsOf(rows, ({ totalMinor }) => totalMinor))) : undefined}
        actions={
          <LinkButton variant="primary" to={`${paths.invoices}?show=open`}>
            {words.record}
          </LinkButton>
        }
      />
      {rows.length === 0 ? (
        <p className="panel pad soft">{words.receivedNone}</p>
      ) : (
        <div className="panel">
          <table className="grid money-table">
            <thead>
              <tr>
                <th className="at-number">{words.bill}</th>
                <th>{columns.client}</th>
                <th className="at-way">{words.way}</th>
                <th className="at-due">{words.paidAt}</th>
                <th className="num at-total">{billables.amount}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((invoice) => {
                const { id, paidAt, buyerLegalName, invoiceNumber, paymentReference, timeZone, totalMinor } = invoice
                const notice = settled?.find(({ invoiceId }) => invoiceId === id)
                const byHand = paymentReference ? words.transfer : words.byHand
                const way = joined(notice ? words.names[notice.provider] : byHand, paymentReference)
                return (
                  <tr key={id}>
                    <td className="at-number soft">{invoiceNumber}</td>
                    <td className="main at-client" title={buyerLegalName}>
                      <Link to={paths.invoice(id)} dir="auto" aria-label={`${invoiceNumber!}, ${buyerLegalName}`}>
                        <b>{buyerLegalName}</b>
                      </Link>
                    </td>
                    <td className="at-way soft cut" dir="auto" title={way}>
                      {way}
                    </td>
                    <td className="at-due soft">{invoiceDay(paidAt!, 'short', timeZone)}</td>
                    <td className="num at-total">
                      <b>{money(invoice, totalMinor)}</b>
                    </td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        </div>
      )}
      <ShowMore onMore={rest.more} rest={rest} />
    </>
  )
}
