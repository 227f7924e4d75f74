import { Link } from 'react-router'
import type { MorePages } from '../../../api/use-pages.ts'
import { useFormat } from '../../../format.ts'
import { State } from '../../../parts/state.tsx'
import { More } from '../../../parts/show-more.tsx'
import { useFilter } from '../../../parts/use-filter.tsx'
import { useMore } from '../../../parts/use-show-more.ts'
import { SortHead, useSort } from '../../../parts/use-sort.tsx'
import { paths } from '../../../paths.ts'
import { useInvoiceWords } from '../../../words/invoices/index.ts'
import { useWords } from '../../../words/shell/index.ts'
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
  const shell = useWords()
  const {
    shown: fitting,
    field,
    isNone,
  } = useFilter(
    invoices,
    ({ invoiceNumber, buyerLegalName }) => `${invoiceNumber ?? ''} ${buyerLegalName}`,
    words.filterText,
    rest,
  )
  const { sorted, sortBy } = useSort(
    fitting,
    {
      number: ({ invoiceNumber }) => invoiceNumber,
      client: ({ buyerLegalName }) => buyerLegalName,
      issued: ({ issuedAt }) => issuedAt,
      due: ({ dueAt }) => dueAt,
    },
    rest,
  )
  const { shown, more } = useMore(sorted, 0, rest)
  return (
    <>
      {field ? <div className="filters">{field}</div> : null}
      <div className="panel">
        {isNone ? <p className="pad quiet">{shell.noneFits}</p> : null}
        <table className="grid money-table" hidden={isNone}>
          <thead>
            <tr>
              <SortHead className="at-number" {...sortBy('number')}>
                {words.columns.number}
              </SortHead>
              <SortHead {...sortBy('client')}>{words.columns.client}</SortHead>
              <th className="at-state">{words.columns.state}</th>
              <SortHead className="at-issued" {...sortBy('issued')}>
                {words.columns.issued}
              </SortHead>
              <SortHead className="at-due" {...sortBy('due')}>
                {words.columns.due}
              </SortHead>
              <th className="num at-total">{words.columns.total}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((invoice) => (
              <InvoiceLine key={invoice.id} invoice={invoice} />
            ))}
          </tbody>
        </table>
      </div>
      <More onMore={more} rest={rest} shownCount={shown.length} />
    </>
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
