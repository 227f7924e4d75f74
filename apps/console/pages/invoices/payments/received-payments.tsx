import { Link } from 'react-router'
import { listClientInvoices } from '../../../../../domains/billing/invoices/contract.ts'
import { listPaymentNotices } from '../../../../../domains/billing/payments/contract.ts'
import { useFirstRowsLater } from '../../../api/use-operation.ts'
import { usePages } from '../../../api/use-pages.ts'
import { useFormat } from '../../../format.ts'
import { sumsOf, useSums } from '../../../parts/invoice-sheet/invoice-state.ts'
import { Head } from '../../../parts/page.tsx'
import { More } from '../../../parts/show-more.tsx'
import { NamedCell, WideTable } from '../../../parts/wide-table.tsx'
import { paths } from '../../../paths.ts'
import { useInvoiceWords } from '../../../words/invoices/index.ts'
import { useMoneyWords } from '../../../words/money/index.ts'
import { everyNotice } from './payment-notices.tsx'

export const paidInvoices = { query: { status: 'paid' } } as const

/** The title of the page with the sum of the payments, and a row for each: when, from whom, for which invoice, and how. */
export const ReceivedPayments = () => {
  const { payments: words } = useMoneyWords()
  const { columns } = useInvoiceWords()
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
      />
      {rows.length === 0 ? (
        <p className="panel pad soft">{words.receivedNone}</p>
      ) : (
        <WideTable label={words.title} className="stacked">
          <thead>
            <tr>
              <th>{columns.client}</th>
              <th>{words.paidAt}</th>
              <th>{words.bill}</th>
              <th>{words.way}</th>
              <th className="num">{columns.total}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((invoice) => {
              const {
                id,
                clientAccountId,
                paidAt,
                buyerLegalName,
                invoiceNumber,
                paymentReference,
                timeZone,
                totalMinor,
              } = invoice
              const notice = settled?.find(({ invoiceId }) => invoiceId === id)
              const way = notice ? words.names[notice.provider] : words.outside
              return (
                <tr key={id}>
                  <td className="main" dir="auto" title={buyerLegalName}>
                    <Link to={paths.client(clientAccountId)}>{buyerLegalName}</Link>
                  </td>
                  <NamedCell name={words.paidAt} value={invoiceDay(paidAt!, 'short', timeZone)} />
                  <NamedCell
                    name={words.bill}
                    value={
                      <Link className="link" to={paths.invoice(id)}>
                        {invoiceNumber}
                      </Link>
                    }
                  />
                  <NamedCell name={words.way} value={paymentReference ? `${way}, ${paymentReference}` : way} />
                  <NamedCell isNumber name={columns.total} value={<b>{money(invoice, totalMinor)}</b>} />
                </tr>
              )
            })}
          </tbody>
        </WideTable>
      )}
      <More onMore={rest.more} rest={rest} />
    </>
  )
}
