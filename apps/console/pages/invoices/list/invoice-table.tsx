import { Link } from 'react-router'
import type { MorePages } from '../../../api/use-pages.ts'
import { useFormat } from '../../../format.ts'
import { ListPage } from '../../../parts/list/list-page.tsx'
import { State } from '../../../parts/feedback/state.tsx'
import { paths } from '../../../paths.ts'
import type { Tone } from '../../../states.ts'
import { useSheetWords } from '../../../words/invoices/sheet/index.ts'
import { useStateWords } from '../../../words/invoices/states/index.ts'
import { isSettled, type InvoiceHeader } from '../../../parts/invoice-sheet/invoice-state.ts'
import { useInvoiceState } from '../../../parts/invoice-sheet/use-invoice-state.ts'
import '../invoices.css'

interface InvoiceTableProps {
  readonly invoices: readonly InvoiceHeader[]
  /** Absent for the newest invoices of one client, which then is not named. */
  readonly rest?: MorePages
  readonly none?: string
}

export const InvoiceTable = ({ invoices, rest, none }: InvoiceTableProps) => {
  const words = useStateWords()
  const { columns } = words
  return (
    <ListPage
      rows={invoices}
      rest={rest}
      textOf={({ invoiceNumber, buyerLegalName }) => `${invoiceNumber ?? ''} ${buyerLegalName}`}
      label={words.filterText}
      none={none}
      className="money-table"
      columns={[
        ...(rest
          ? ([
              {
                name: columns.number,
                className: 'at-number',
                sort: ['number', (one: InvoiceHeader) => one.invoiceNumber],
              },
              { name: columns.client, sort: ['client', (one: InvoiceHeader) => one.buyerLegalName] },
            ] as const)
          : [{ name: columns.number }]),
        { name: columns.state, className: 'at-state' },
        { name: columns.issued, className: 'at-issued', sort: ['issued', ({ issuedAt }) => issuedAt] },
        { name: columns.due, className: 'at-due', sort: ['due', ({ dueAt }) => dueAt] },
        { name: columns.total, className: 'num at-total' },
      ]}
    >
      {(invoice) => <InvoiceLine key={invoice.id} invoice={invoice} isOfClient={!rest} />}
    </ListPage>
  )
}

const rowClass = (invoice: InvoiceHeader, tone: Tone) => {
  if (invoice.status === 'void') return 'is-void is-settled'
  if (isSettled(invoice)) return 'is-settled'
  return tone === 'bad' ? 'is-late' : undefined
}

const InvoiceLine = ({ invoice, isOfClient }: { readonly invoice: InvoiceHeader; readonly isOfClient: boolean }) => {
  const words = useStateWords()
  const { kinds } = useSheetWords()
  const { dueDay, invoiceDay, money } = useFormat()
  const { word, ...state } = useInvoiceState()(invoice)
  const { id, type, status, invoiceNumber, buyerLegalName, issuedAt, dueAt, timeZone, totalMinor } = invoice
  const number = invoiceNumber ?? (isOfClient ? words.noNumber : words.states.draft)
  const name = isOfClient ? number : buyerLegalName
  return (
    <tr className={rowClass(invoice, state.tone)}>
      {isOfClient ? null : (
        <td className={invoiceNumber === null ? 'at-number soft hide-s' : 'at-number soft'}>{invoiceNumber ?? '–'}</td>
      )}
      <td className="main at-client" title={name}>
        <Link to={paths.invoice(id)} dir="auto" aria-label={isOfClient ? undefined : `${number}, ${name}`}>
          <b>{name}</b>
        </Link>
        {type === '381' ? <span className="tag">{kinds[type]}</span> : null}
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
