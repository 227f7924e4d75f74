import { Link } from 'react-router'
import type { MorePages } from '../../../api/use-pages.ts'
import { useFormat } from '../../../format.ts'
import { ListPage } from '../../../parts/list/list-page.tsx'
import { State } from '../../../parts/feedback/state.tsx'
import { paths } from '../../../paths.ts'
import { useInvoiceWords } from '../../../words/invoices/index.ts'
import { isSettled, type InvoiceHeader } from '../../../parts/invoice-sheet/invoice-state.ts'
import { useInvoiceState } from '../../../parts/invoice-sheet/use-invoice-state.ts'

export const InvoiceTable = ({
  invoices,
  rest,
}: {
  readonly invoices: readonly InvoiceHeader[]
  readonly rest: MorePages
}) => {
  const words = useInvoiceWords()
  const { columns } = words
  return (
    <ListPage
      rows={invoices}
      rest={rest}
      textOf={({ invoiceNumber, buyerLegalName }) => `${invoiceNumber ?? ''} ${buyerLegalName}`}
      label={words.filterText}
      className="money-table"
      columns={[
        { name: columns.number, className: 'at-number', sort: ['number', ({ invoiceNumber }) => invoiceNumber] },
        { name: columns.client, sort: ['client', ({ buyerLegalName }) => buyerLegalName] },
        { name: columns.state, className: 'at-state' },
        { name: columns.issued, className: 'at-issued', sort: ['issued', ({ issuedAt }) => issuedAt] },
        { name: columns.due, className: 'at-due', sort: ['due', ({ dueAt }) => dueAt] },
        { name: columns.total, className: 'num at-total' },
      ]}
    >
      {(invoice) => <InvoiceLine key={invoice.id} invoice={invoice} />}
    </ListPage>
  )
}

const InvoiceLine = ({ invoice }: { readonly invoice: InvoiceHeader }) => {
  const words = useInvoiceWords()
  const { dueDay, invoiceDay, money } = useFormat()
  const { word, ...state } = useInvoiceState()(invoice)
  const { id, type, status, invoiceNumber, buyerLegalName, issuedAt, dueAt, timeZone, totalMinor } = invoice
  const name = invoiceNumber ?? words.states.draft
  return (
    <tr className={status === 'void' ? 'is-void is-settled' : isSettled(invoice) ? 'is-settled' : undefined}>
      <td className={invoiceNumber === null ? 'at-number soft hide-s' : 'at-number soft'}>{invoiceNumber ?? '–'}</td>
      <td className="main at-client" title={buyerLegalName}>
        <Link to={paths.invoice(id)} dir="auto" aria-label={`${name}, ${buyerLegalName}`}>
          <b>{buyerLegalName}</b>
        </Link>
        {type === '381' ? <span className="tag">{words.kinds[type]}</span> : null}
      </td>
      <td className="at-state">
        <State {...state}>{word}</State>
      </td>
      <td className="at-issued soft hide-s">{issuedAt === null ? '–' : invoiceDay(issuedAt, 'short', timeZone)}</td>
      <td className="at-due soft">
        {status === 'void' ? (
          '–'
        ) : (
          <>
            <span className="only-s">{words.columns.due} </span>
            {dueDay(dueAt, 'short', timeZone)}
          </>
        )}
      </td>
      <td className="num at-total">
        <b>{money(invoice, totalMinor)}</b>
      </td>
    </tr>
  )
}
