import { listClientInvoices } from '../../../../../domains/billing/invoices/contract.ts'
import { getPaymentProvider, listPaymentNotices } from '../../../../../domains/billing/payments/contract.ts'
import { prefetch, useReply, useFirstRowsLater } from '../../../api/use-operation.ts'
import { prefetchPages, usePages } from '../../../api/use-pages.ts'
import { Section } from '../../../parts/section.tsx'
import { chosenWorkspace } from '../../../api/workspace.ts'
import { whoAmI } from '../../../api/client.ts'
import { useTitle, Head } from '../../../parts/page.tsx'
import { useMoneyWords } from '../../../words/money/index.ts'
import { useWords } from '../../../words/shell/index.ts'
import { useRole } from '../../../api/use-role.ts'
import { MoneyFrame } from '../invoices-frame.tsx'
import { everyNotice, Notices } from './payment-notices.tsx'
import { Provider } from './payment-provider.tsx'
import { Link } from 'react-router'
import { useFormat } from '../../../format.ts'
import { sumsOf, useSums } from '../../../parts/invoice-sheet/invoice-state.ts'
import { ShowMore } from '../../../parts/list/show-more.tsx'
import { LinkButton } from '../../../parts/forms/button.tsx'
import { joined } from '../../../parts/text/joined.tsx'
import { paths } from '../../../paths.ts'
import { useInvoiceWords } from '../../../words/invoices/index.ts'
import './payments.css'

const administer = ['owner', 'admin']

export const loader = async () => {
  const role = chosenWorkspace(await whoAmI())?.role
  if (role !== undefined && administer.includes(role)) prefetch(getPaymentProvider)
  prefetchPages(listClientInvoices, paidInvoices)
  return prefetchPages(listPaymentNotices, everyNotice)
}

/** The payments that were received, then the provider by which clients pay online. */
export default function PaymentsPage() {
  const { payments } = useMoneyWords()
  const { invoices } = useWords()
  const { isAdministrator } = useRole()
  useTitle(payments.title, invoices)
  return (
    <MoneyFrame>
      <ReceivedPayments />
      <Section title={payments.online} text={isAdministrator ? <WhetherReady /> : payments.forAdministrators}>
        {isAdministrator ? <Provider /> : null}
      </Section>
      <Notices />
    </MoneyFrame>
  )
}

/** Whether clients can pay online, once a provider is connected. */
const WhetherReady = () => {
  const { payments } = useMoneyWords()
  const { provider, takesPayments } = useReply(getPaymentProvider)
  return provider !== null && takesPayments ? payments.ready : payments.notReady
}

const paidInvoices = { query: { status: 'paid' } } as const

/** The title of the page with the sum of the payments, and a row for each with its invoice, client, day and way. */
const ReceivedPayments = () => {
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
