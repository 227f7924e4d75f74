import { Link } from 'react-router'
import type { MorePages } from '../../../api/use-pages.ts'
import { useFormat } from '../../../format.ts'
import { State } from '../../../parts/state.tsx'
import { More } from '../../../parts/show-more.tsx'
import { useMore } from '../../../parts/use-show-more.ts'
import { paths } from '../../../paths.ts'
import { useInvoiceWords } from '../../../words/invoices/index.ts'
import { useInvoiceState, type InvoiceHeader } from '../invoice-state.ts'

export const InvoiceTable = ({
  invoices,
  rest,
}: {
  readonly invoices: readonly InvoiceHeader[]
  readonly rest: MorePages
}) => {
  const words = useInvoiceWords()
  const { shown, more } = useMore(invoices, 0, rest)
  return (
    <>
      <div className="panel">
        <table className="grid money-table">
          <thead>
            <tr>
              <th className="at-number">{words.columns.number}</th>
              <th>{words.columns.client}</th>
              <th>{words.columns.state}</th>
              <th className="at-issued">{words.columns.issued}</th>
              <th className="at-due">{words.columns.due}</th>
              <th className="num">{words.columns.total}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((invoice) => (
              <InvoiceLine key={invoice.id} invoice={invoice} />
            ))}
          </tbody>
        </table>
      </div>
      <More onMore={more} rest={rest} />
    </>
  )
}

const InvoiceLine = ({ invoice }: { readonly invoice: InvoiceHeader }) => {
  const words = useInvoiceWords()
  const { dueDay, invoiceDay, money } = useFormat()
  const { word, ...state } = useInvoiceState()(invoice)
  const { id, type, status, invoiceNumber, buyerLegalName, issuedAt, dueAt, totalMinor } = invoice
  const name = invoiceNumber ?? words.states.draft
  return (
    <tr className={status === 'void' ? 'is-void' : undefined}>
      <td className="at-number soft">{name}</td>
      <td className="main at-client" title={buyerLegalName}>
        <Link to={paths.invoice(id)} dir="auto" aria-label={`${name}, ${buyerLegalName}`}>
          <b>{buyerLegalName}</b>
        </Link>
        {type === '381' ? <span className="tag">{words.kinds[type]}</span> : null}
      </td>
      <td className="at-state">
        <State {...state}>{word}</State>
      </td>
      <td className="at-issued soft">{issuedAt === null ? '–' : invoiceDay(issuedAt)}</td>
      <td className="at-due soft">{status === 'void' ? '–' : dueDay(dueAt)}</td>
      <td className="num at-total">
        <b>{money(invoice, totalMinor)}</b>
      </td>
    </tr>
  )
}
